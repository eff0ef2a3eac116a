import assert from 'node:assert/strict';
import child_process from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import * as vscode from 'vscode';

function extension() {
	const found = vscode.extensions.getExtension('tildeforge.tildeforge');
	assert.ok(found, 'the extension is not there');
	return found;
}

/** Writes down every call of these functions while `act` runs. */
async function callsDuring(watched: readonly (readonly [object, string])[], act: () => Thenable<unknown>) {
	const calls: string[] = [];
	const originals = watched.map(([owner, name]) => [owner, name, Reflect.get(owner, name)] as const);
	for (const [owner, name, original] of originals) {
		Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
			calls.push(`${name} ${String(args[0])}`);
			return original.apply(this, args);
		});
	}
	try {
		await act();
	} finally {
		for (const [owner, name, original] of originals) Reflect.set(owner, name, original);
	}
	return calls;
}

describe('activation', () => {
	it('does not happen before something of Tildeforge is used', () => {
		assert.equal(extension().isActive, false);
	});

	it('makes no request, starts no process and writes no file', async () => {
		const watched = [
			[net.Socket.prototype, 'connect'],
			[globalThis, 'fetch'],
			[child_process, 'spawn'],
			[child_process, 'execFile'],
			[child_process, 'fork'],
			[fs, 'writeFileSync'],
			[fs, 'mkdirSync'],
			[fs, 'createWriteStream'],
		] as const;
		const proof = await callsDuring(watched, async () =>
			child_process.execFile(process.execPath, ['--version']),
		);
		assert.notEqual(proof.length, 0, 'the watch sees nothing');
		const calls = await callsDuring(watched, () => extension().activate());
		assert.deepEqual(calls, []);
	});

	it('registers every command of the manifest', async () => {
		await extension().activate();
		const known = new Set(await vscode.commands.getCommands(true));
		const contributed: { command: string }[] = extension().packageJSON.contributes.commands;
		assert.deepEqual(
			contributed.filter(({ command }) => !known.has(command)),
			[],
		);
	});

	it('leaves the process-wide dispatcher of fetch alone', async () => {
		const slot = () => Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
		const before = slot();
		await extension().activate();
		assert.equal(slot(), before);
	});
});
