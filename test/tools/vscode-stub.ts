import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';

/** The names that `import * as vscode` has at run time. */
export const vscodeNames: readonly string[] = [
	...readFileSync(createRequire(import.meta.url).resolve('@types/vscode/index.d.ts'), 'utf8').matchAll(
		/^\t(?:export )?(?:class|enum|namespace|const|function|let) (\w+)/gm,
	),
].map(([, name = '']) => name);

/** Can be called and constructed, and has every property. */
function callable() {}
const anything: object = new Proxy(callable, {
	get: (_, name) => (name === 'then' ? undefined : anything),
	set: () => true,
	apply: () => anything,
	construct: () => anything,
});

/** An object with the given properties. Every other property is `anything`. */
export const withAnything = (given: object): object =>
	new Proxy(given, {
		get: (target, name) =>
			name === 'then' ? undefined : Reflect.has(target, name) ? Reflect.get(target, name) : anything,
	});

/** From here on, this process can import `vscode`: `parts`, and `anything` for every other name. */
export function standInForVscode(parts: Readonly<Record<string, unknown>>): void {
	Reflect.set(globalThis, 'vscodeStub', parts);
	Reflect.set(globalThis, 'vscodeAnything', anything);
	const source = vscodeNames
		.map((name) => `export const ${name} = globalThis.vscodeStub.${name} ?? globalThis.vscodeAnything;`)
		.join('\n');
	const stub = 'stub:vscode';
	registerHooks({
		resolve: (name, context, next) =>
			name === 'vscode' ? { url: stub, format: 'module', shortCircuit: true } : next(name, context),
		load: (url, context, next) =>
			url === stub ? { format: 'module', source, shortCircuit: true } : next(url, context),
	});
}
