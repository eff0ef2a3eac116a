import type { Source } from './sources.ts';

interface Titled {
	readonly command: string;
}

export interface Manifest {
	readonly contributes: {
		readonly commands?: readonly Titled[];
		readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly viewsWelcome?: readonly { readonly view: string; readonly contents: string }[];
		readonly configuration?: { readonly properties: Readonly<Record<string, unknown>> };
		readonly walkthroughs?: unknown;
	};
}

const prefix = 'tildeforge.';

/** Every string anywhere in the manifest below `value`. */
function strings(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(strings);
	return [];
}

/** The values of every `key` anywhere below `value`. */
function valuesOf(value: unknown, key: string): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		name === key && typeof inner === 'string' ? [inner] : valuesOf(inner, key),
	);
}

const idsIn = (text: string) => text.match(/\btildeforge\.[A-Za-z0-9.]+/g) ?? [];

/** Command links are written `command:id` in welcome texts and walkthroughs. */
const commandLinks = (text: string) =>
	[...text.matchAll(/command:(tildeforge\.[A-Za-z0-9.]+)/g)].map((match) => match[1] ?? '');

/**
 * Where the manifest and the code do not agree. The code's side is every string in quotes that starts with
 * `tildeforge.`: an id is always written whole, so that searching for it finds both ends.
 */
export function manifestProblems(
	{ contributes }: Manifest,
	sources: readonly Source[],
	fileExists: (path: string) => boolean,
): string[] {
	const written = new Map<string, string>();
	for (const { path, text } of sources) {
		for (const [, id = ''] of text.matchAll(/['"`](tildeforge\.[A-Za-z0-9.]+)['"`]/g)) written.set(id, path);
	}
	const commands = (contributes.commands ?? []).map(({ command }) => command);
	const views = Object.values(contributes.views ?? {}).flatMap((list) => list.map(({ id }) => id));
	const settings = Object.keys(contributes.configuration?.properties ?? {});
	const conditions = [...valuesOf(contributes, 'when'), ...valuesOf(contributes, 'enablement')];
	const contextKeys = conditions
		.flatMap(idsIn)
		.filter((id) => !views.includes(id) && !settings.includes(id.replace(/^config\./, '')));

	const declared = new Set([...commands, ...views, ...settings, ...contextKeys]);
	const problems: string[] = [];
	for (const [kind, ids] of Object.entries({
		command: commands,
		view: views,
		setting: settings,
		'context key': contextKeys,
	})) {
		for (const id of new Set(ids)) {
			if (!id.startsWith(prefix))
				problems.push(`package.json: the ${kind} ${id} must start with "${prefix}".`);
			else if (!written.has(id)) {
				problems.push(
					`package.json has the ${kind} ${id}, and no code in src/ names it. Write the code, or take it out.`,
				);
			}
		}
	}
	for (const [id, path] of written) {
		if (!declared.has(id)) {
			problems.push(
				`${path} names ${id}, and package.json knows no command, view, setting or condition of that name. Add it there.`,
			);
		}
	}
	const used = [
		...(contributes.viewsWelcome ?? []).map(({ view }) => view),
		...strings(contributes).flatMap(commandLinks),
		...valuesOf(contributes, 'command'),
	];
	for (const id of new Set(used)) {
		if (id.startsWith(prefix) && !declared.has(id)) {
			problems.push(`package.json refers to ${id}, and contributes no view or command of that name.`);
		}
	}
	const files = [
		...valuesOf(contributes, 'icon'),
		...valuesOf(contributes, 'markdown'),
		...valuesOf(contributes, 'svg'),
		...valuesOf(contributes, 'image'),
		...valuesOf(contributes, 'light'),
		...valuesOf(contributes, 'dark'),
	].filter((path) => path.includes('/'));
	for (const path of new Set(files)) {
		if (!fileExists(path)) problems.push(`package.json shows ${path}, and there is no such file.`);
	}
	return problems;
}
