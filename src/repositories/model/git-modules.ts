import { safeAddress } from '../../platform/model/addresses.ts';

/** The URLs of submodules by their paths, as `.gitmodules` has them in the syntax of git's settings. */
export function parseModules(text: string): ReadonlyMap<string, string> {
	const modules = new Map<string, { path?: string; url?: string }>();
	let name: string | undefined;
	for (const line of text.replace(lineContinuation, '$1').split(/\r?\n/)) {
		const [header, section = '', subsection = ''] = sectionHeader.exec(line) ?? [];
		if (header !== undefined) name = section.toLowerCase() === 'submodule' ? subsection : undefined;
		const [, setting = '', value = ''] =
			/^\s*([a-z][a-z\d-]*)\s*=(.*)$/i.exec(line.slice(header?.length)) ?? [];
		const key = setting.toLowerCase();
		if (name === undefined || (key !== 'path' && key !== 'url')) continue;
		modules.set(name, { ...modules.get(name), [key]: parseValue(value) });
	}
	return new Map(
		[...modules.values()].flatMap(({ path, url }) => (path && url ? [[path, url] as const] : [])),
	);
}

/** A backslash at the end of a line, unless another one escapes it. */
const lineContinuation = /((?:^|[^\\])(?:\\\\)*)\\\r?\n/g;
const sectionHeader = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** A value without its quotes, escapes and comment. */
function parseValue(written: string): string {
	let value = '';
	let isQuoted = false;
	/** Where the last character that is not a space outside of quotes ends. */
	let end = 0;
	for (let at = 0; at < written.length; at++) {
		let character = written.charAt(at);
		if (character === '"') {
			isQuoted = !isQuoted;
			end = value.length;
			continue;
		}
		if (!isQuoted && (character === '#' || character === ';')) break;
		const isEscaped = character === '\\';
		if (isEscaped) {
			at += 1;
			const escaped = written.charAt(at);
			character = escapes[escaped] ?? escaped;
		}
		const isSpace = !isQuoted && !isEscaped && /\s/.test(character);
		if (isSpace && value === '') continue;
		value += character;
		if (!isSpace) end = value.length;
	}
	return value.slice(0, end);
}

/** The URL of a submodule. A relative one is resolved against the URL of the repository that has the submodule, as git does it. */
export function resolveModuleUrl(url: string, repository: string): string | undefined {
	if (!/^\.\.?\//.test(url)) return url;
	const base = URL.parse(repository);
	if (!base) return undefined;
	const names = base.pathname.split('/').filter((name) => name !== '');
	let rest = url;
	for (let [step] = /^\.\.?\/+/.exec(rest) ?? []; step; [step] = /^\.\.?\/+/.exec(rest) ?? []) {
		if (step.startsWith('..') && names.pop() === undefined) return undefined;
		rest = rest.slice(step.length);
	}
	return [base.origin, ...names, rest].join('/');
}

/** The web page of a repository: its URL if that is a web address, otherwise the page that most forges have at the same path. */
export function webPageOf(url: string): string | undefined {
	const [, scpHost, scpPath] = /^(?:[^@/:\s]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)\/*(.+)$/.exec(url) ?? [];
	const parsed = URL.parse(url);
	const isWeb = /^https?:\/\//i.test(url);
	const other =
		parsed &&
		/^(?:ssh|git|git\+ssh):$/.test(parsed.protocol) &&
		`https://${parsed.hostname}${parsed.pathname}`;
	const address = isWeb ? url : scpHost ? `https://${scpHost}/${scpPath}` : other || undefined;
	return address === undefined ? undefined : safeAddress(address.replace(/\.git\/*$/, ''));
}
