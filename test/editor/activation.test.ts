import assert from 'node:assert/strict';
import child_process from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { given } from './given.ts';

function extension() {
	const found = vscode.extensions.getExtension('tildeforge.tildeforge');
	assert.ok(found, 'the extension is not there');
	return found;
}

const dispatcher = () => Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
const dispatcherBefore = dispatcher();

/** Modules with access to files, processes and the network. All their functions are watched, and two more. */
const watched: readonly object[] = [fs, fs.promises, child_process, http, https];

/**
 * Records calls of `fetch` and of the functions of `watched` from the extension's own files. Calls from other parts of the
 * extension host do not count. The returned function stops watching and returns the calls.
 */
function watch(folder: string): () => string[] {
	const calls: string[] = [];
	const originals: (readonly [object, string, unknown])[] = [];
	const spy = (owner: object, name: string) => {
		const original: unknown = Reflect.get(owner, name);
		if (typeof original !== 'function') return;
		originals.push([owner, name, original]);
		const apply: ProxyHandler<typeof original>['apply'] = (target, self, args) => {
			const stack = new Error().stack ?? '';
			const loading = typeof args[0] === 'string' && args[0].startsWith(folder);
			if (stack.includes(folder) && !loading) calls.push(`${name} ${args[0]}`);
			return Reflect.apply(target, self, args);
		};
		Reflect.set(owner, name, new Proxy(original, { apply }));
	};
	for (const owner of watched) {
		for (const [name, { writable }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
			if (writable) spy(owner, name);
		}
	}
	spy(globalThis, 'fetch');
	spy(net.Socket.prototype, 'connect');
	return () => {
		for (const [owner, name, original] of originals) Reflect.set(owner, name, original);
		return calls;
	};
}

describe('Activation', function () {
	// In a second try the extension would already be active, and the tests would pass.
	this.retries(0);

	it('does not happen before Tildeforge is used', () => {
		assert.equal(extension().isActive, false);
	});

	it('is watched by a recorder that sees processes, files and requests', () => {
		const stop = watch('activation.test');
		child_process.execFileSync(process.execPath, ['--version']);
		fs.existsSync('/');
		void fetch(given.forge.lists).catch(() => {});
		assert.deepEqual(
			stop().map((call) => call.split(' ')[0]),
			['execFileSync', 'existsSync', 'fetch'],
		);
	});

	it('uses no process, no network and no file, except for the sessions that VS Code requests', async () => {
		const stop = watch(join(extension().extensionPath, 'dist'));
		await extension().activate();
		// Nothing signals that no more calls come, so this waits for a fixed time.
		await new Promise((resolve) => setTimeout(resolve, 500));
		const sessions = /^readdir \S+[\\/]globalStorage[\\/]tildeforge\.tildeforge[\\/]sessions$/;
		assert.deepEqual(
			stop().filter((call) => !sessions.test(call)),
			[],
		);
	});

	it('leaves the process-wide dispatcher of fetch unchanged', async () => {
		await extension().activate();
		assert.equal(dispatcher(), dispatcherBefore);
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
});
