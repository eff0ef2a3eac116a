import type { Source } from './sources.ts';

interface Settings {
	readonly properties: Readonly<Record<string, unknown>>;
}

export interface Manifest {
	readonly contributes: {
		readonly commands?: readonly { readonly command: string }[];
		readonly views?: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly viewsContainers?: unknown;
		readonly viewsWelcome?: readonly { readonly view: string; readonly contents: string }[];
		readonly configuration?: Settings | readonly Settings[];
		readonly colors?: readonly { readonly id: string }[];
		readonly menus?: unknown;
		readonly keybindings?: unknown;
		readonly walkthroughs?: unknown;
	};
}

export const settingNames = ({ contributes }: Manifest): readonly string[] =>
	[contributes.configuration ?? []].flat().flatMap(({ properties }) => Object.keys(properties));

const prefix = 'tildeforge.';
const ourContainer = 'tildeforge';

/** Every string anywhere in the manifest below `value`. */
function strings(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(strings);
	return [];
}

/** The values of every `key` anywhere below `value`. */
function valuesOf(value: unknown, ...keys: readonly string[]): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		keys.includes(name) && typeof inner === 'string' ? [inner] : valuesOf(inner, ...keys),
	);
}

const idsIn = (text: string) => text.match(/(?:\bconfig\.)?\btildeforge\.[\w.-]+/g) ?? [];
const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

/** Command links are written `command:id` in welcome texts and walkthroughs. */
const commandLinks = (text: string) =>
	[...text.matchAll(/command:(tildeforge\.[\w.-]+)/g)].map((match) => match[1] ?? '');

/** The code's side of the comparison: where it names ids, and which commands it handles. */
export interface Code {
	readonly sources: readonly Source[];
	readonly handled: readonly string[];
	readonly fileExists: (path: string) => boolean;
}

/**
 * Mismatches between the manifest and the code. The code's side is every quoted string that starts with
 * `tildeforge.`: the code always writes an id whole, so that a search for it finds both ends.
 */
export function manifestProblems(
	{ contributes }: Manifest,
	{ sources, handled, fileExists }: Code,
): string[] {
	const written = new Map<string, string>();
	for (const { path, strings: quoted } of sources) {
		for (const id of quoted)
			if (/^tildeforge\.[\w.-]+$/.test(id) && id !== 'tildeforge.tildeforge') written.set(id, path);
	}
	const commands = (contributes.commands ?? []).map(({ command }) => command);
	const views = Object.values(contributes.views ?? {}).flatMap((list) => list.map(({ id }) => id));
	const colors = (contributes.colors ?? []).map(({ id }) => id);
	const settings = settingNames({ contributes });
	const completions = strings(contributes.walkthroughs).filter((text) => text.startsWith('onContext:'));
	const conditions = [...valuesOf(contributes, 'when', 'enablement'), ...completions].flatMap(idsIn);
	const configured = conditions.flatMap((id) =>
		id.startsWith('config.') ? [id.slice('config.'.length)] : [],
	);
	const contextKeys = conditions.filter((id) => !id.startsWith('config.') && !views.includes(id));

	const declared = new Set([...commands, ...views, ...settings, ...colors, ...contextKeys]);
	/** VS Code adds commands to each view, such as `….focus`. */
	const isCommandOfView = (id: string) => views.some((view) => id.startsWith(`${view}.`));
	const problems: string[] = [];
	const kinds = {
		command: commands,
		view: views,
		setting: settings,
		color: colors,
		'context key': contextKeys,
	};
	for (const [kind, ids] of Object.entries(kinds)) {
		for (const id of new Set(ids)) {
			if (!id.startsWith(prefix))
				problems.push(`package.json: the ${kind} ${id} must start with "${prefix}".`);
			else if (kind !== 'command' && !written.has(id)) {
				problems.push(
					`package.json has the ${kind} ${id}, and no code in src/ names it. Write the code, or take it out.`,
				);
			}
		}
		if (kind === 'context key') continue;
		for (const id of twice(ids)) problems.push(`package.json has the ${kind} ${id} twice. Take one out.`);
	}
	for (const id of commands.filter((id) => !handled.includes(id))) {
		problems.push(
			`package.json has the command ${id}, and no command table has it. Add it to the table of its part, or take it out.`,
		);
	}
	for (const [id, path] of written) {
		if (!declared.has(id) && !isCommandOfView(id)) {
			problems.push(
				`${path} names ${id}, and package.json has no command, view, setting, color or condition of that name. Add it there.`,
			);
		}
	}
	const used = [
		...(contributes.viewsWelcome ?? []).map(({ view }) => view),
		...strings(contributes).flatMap(commandLinks),
		...valuesOf(contributes.menus, 'command'),
		...valuesOf(contributes.keybindings, 'command'),
		...configured,
	];
	for (const id of new Set(used)) {
		if (id.startsWith(prefix) && !declared.has(id) && !isCommandOfView(id)) {
			problems.push(`package.json refers to ${id}, and contributes nothing of that name.`);
		}
	}
	const ours = valuesOf(contributes.viewsContainers, 'id');
	for (const container of Object.keys(contributes.views ?? {})) {
		if (container.startsWith(ourContainer) && !ours.includes(container)) {
			problems.push(
				`package.json puts views into the container ${container}, and contributes none of that name.`,
			);
		}
	}
	const files = valuesOf(contributes, 'icon', 'markdown', 'svg', 'image', 'light', 'dark');
	for (const path of new Set(files.filter((path) => path.includes('/')))) {
		if (!fileExists(path)) problems.push(`package.json shows ${path}, and there is no such file.`);
	}
	return problems;
}

/** Events that start the extension when it is used. Any other event would start it in windows that do not use it. */
const uses =
	/^on(View|Command|AuthenticationRequest|FileSystem|Uri|WebviewPanel|CustomEditor|TerminalProfile|Walkthrough|OpenExternalUri):?\S*$/;

export const activationProblems = (events: readonly string[]): string[] =>
	events
		.filter((event) => !uses.test(event))
		.map(
			(event) =>
				`package.json: ${event} starts Tildeforge in windows that do not use it. Views, commands and URIs start it by themselves.`,
		);
