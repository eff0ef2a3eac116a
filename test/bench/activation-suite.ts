import { realpathSync, statSync } from 'node:fs';
import module from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { SessionRegistry } from '../../src/signin/sessions/session-registry.ts';
import { type SuiteMessage, type SuiteTask, taskVariable } from '../tools/suite-channel.ts';

export interface Activation {
	/** Milliseconds from the request until the extension is active, including code loading. Signed in, without the editor's part. */
	readonly wall: number;
	/** The longest time in milliseconds during which the extension host was blocked. */
	readonly block: number;
	/** Bytes of JavaScript loaded from the extension's folder. */
	readonly code: number;
	/** Bytes of heap that remain after a full collection. */
	readonly heap: number;
}

/** The longest time by which an extension may defer parts of its start. */
const startUpMs = 10_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** V8 drops the bytecode of functions that no longer run, but only after several collections. */
async function keptHeap(): Promise<number> {
	for (let count = 0; count < 15; count++) {
		collect();
		await new Promise(setImmediate);
	}
	return process.memoryUsage().heapUsed;
}

/** Watches for gaps between turns of the event loop. The returned function gives the longest gap so far. */
function watchBlocks(): () => number {
	let longest = 0;
	let last = performance.now();
	let watching = true;
	const turn = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (watching) setImmediate(turn);
	};
	setImmediate(turn);
	return () => {
		turn();
		watching = false;
		return longest;
	};
}

/** Waits until the window is idle. A window is busy for a while after it appears, and only what follows is measured. */
async function quiet(): Promise<void> {
	let calm = 0;
	while (calm < 20) {
		const longest = watchBlocks();
		await new Promise((resolve) => setTimeout(resolve, 50));
		calm = longest() < 8 ? calm + 1 : 0;
	}
}

const cache: Record<string, unknown> = Reflect.get(module, '_cache');

/**
 * Signs in to Tildeforge before its code is loaded. The editor activates a stand-in, which captures the extension's context.
 * The returned function activates the real extension.
 */
async function signedIn(extension: vscode.Extension<unknown>): Promise<() => unknown> {
	const main = realpathSync(join(extension.extensionPath, extension.packageJSON.main));
	let context: vscode.ExtensionContext | undefined;
	const activate = (given: vscode.ExtensionContext) => {
		context = given;
	};
	cache[main] = Object.assign(new module.Module(main), {
		filename: main,
		loaded: true,
		exports: { activate },
	});
	await extension.activate();
	delete cache[main];
	if (!context) throw new Error('The editor has activated the extension itself');
	const folder = join(context.globalStorageUri.fsPath, 'sessions');
	const secrets = new Secrets();
	const log = new Log(createRecordWriter({ write: (level, line) => console.log(level, line) }, secrets));
	await new SessionRegistry(context.secrets, folder, secrets, log).put({
		...{ instance: 'example.org', account: '~ana', method: 'token', token: 'token-of-ana-4711' },
		...{ scopes: null, expires: null, refresh: null, client: null },
	});
	return () => module.createRequire(main)(main).activate(context);
}

function loadedFrom(folder: string): number {
	return Object.keys(cache)
		.filter(
			(path) => path.startsWith(folder) && !path.includes('node_modules') && !path.includes('.vscode-test'),
		)
		.reduce((sum, path) => sum + statSync(path).size, 0);
}

async function measure(id: string, isSignedIn: boolean): Promise<Activation> {
	const extension = vscode.extensions.getExtension(id);
	if (!extension) throw new Error(`${id} is not there`);
	const activate = isSignedIn ? await signedIn(extension) : () => extension.activate();
	await quiet();
	const before = await keptHeap();
	const codeBefore = loadedFrom(extension.extensionPath);
	await quiet();
	const longest = watchBlocks();
	const start = performance.now();
	await activate();
	const wall = performance.now() - start;
	await new Promise((resolve) => setTimeout(resolve, startUpMs));
	const block = longest();
	const code = loadedFrom(extension.extensionPath) - codeBefore;
	return { wall, block, code, heap: (await keptHeap()) - before };
}

export async function run(): Promise<void> {
	const task: SuiteTask = JSON.parse(process.env[taskVariable] ?? '');
	const result = await measure(String(task.given.extension), task.given.isSignedIn === true);
	const message: SuiteMessage<Activation> = { result };
	const socket = connect(task.port, '127.0.0.1');
	await new Promise<void>((resolve) => socket.end(`${JSON.stringify(message)}\n`, resolve));
}
