import { createDecipheriv, createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import type { AuthenticationProvider, AuthenticationSession, ExtensionContext } from 'vscode';
import { type StartUp, type StartUpGiven, startUpVariable } from './start-up.ts';

// A window without an editor: activates the built extension, asks it for sessions as VS Code does, and waits until all work
// is done.
const { dist, storage, secrets, api, asked }: StartUpGiven = JSON.parse(process.env[startUpVariable] ?? '');
const require = createRequire(import.meta.url);

/** Can be called and constructed, and has every property. The tool that has the same would add to the heap that is measured. */
function callable() {}
const anything: object = new Proxy(callable, {
	get: (_, name) => (name === 'then' ? undefined : anything),
	apply: () => anything,
	construct: () => anything,
});
let provider: AuthenticationProvider | undefined;
const authentication = {
	registerAuthenticationProvider: (_id: string, _label: string, given: AuthenticationProvider) => {
		provider = given;
		return anything;
	},
};
Reflect.set(globalThis, 'vscodeApi', {
	...Object.fromEntries(api.map((name) => [name, anything])),
	authentication,
	commands: { registerCommand: () => anything, executeCommand: async () => {} },
});
const stub = 'stub:vscode';
registerHooks({
	resolve: (name, context, next) =>
		name === 'vscode' ? { url: stub, format: 'commonjs', shortCircuit: true } : next(name, context),
	load: (url, context, next) =>
		url === stub
			? { format: 'commonjs', source: 'module.exports = globalThis.vscodeApi', shortCircuit: true }
			: next(url, context),
});

/** V8 drops unused bytecode after several collections. The bytecode of Node's own start must be gone before the measurement. */
async function keptHeap(): Promise<number> {
	for (let count = 0; count < 15; count++) {
		global.gc?.();
		await new Promise(setImmediate);
	}
	return process.memoryUsage().heapUsed;
}

// An extension host loads these before any extension.
require('vscode');
require('../bench/empty/extension.cjs');
await readdir(storage);
await readFile(new URL(import.meta.url), 'utf8');
createHash('sha256').update('warm').digest('hex');
createDecipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 });
const packageJSON = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const before = await keptHeap();

const extension: { activate(context: object): Promise<void> } = require(join(dist, 'extension.cjs'));
await extension.activate({
	extension: { packageJSON },
	subscriptions: [],
	globalStorageUri: { fsPath: storage },
	workspaceState: anything,
	secrets: { get: async (name: string) => secrets[name], onDidChange: () => anything },
} satisfies { [Name in keyof ExtensionContext]?: unknown });
const answers: AuthenticationSession[][] = [];
for (const scopes of asked) answers.push((await provider?.getSessions(scopes ?? undefined, {})) ?? []);

// Work that a timer defers counts, too: the process continues until it is done.
process.once('beforeExit', async () => {
	const loaded = Object.keys(require.cache).filter(
		(path) => path.startsWith(dist) && statSync(path).isFile(),
	);
	const found: StartUp = { answers, loaded, heap: (await keptHeap()) - before };
	process.stdout.write(JSON.stringify(found));
});
