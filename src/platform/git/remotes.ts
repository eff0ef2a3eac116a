import type { Setting } from './config.ts';

/** A remote of a local clone, with the URLs that git uses. */
export interface Remote {
	readonly name: string;
	readonly fetchUrls: readonly string[];
	readonly pushUrls: readonly string[];
}

/** The replacement of URLs that begin with `prefix`. */
interface Rewrite {
	readonly prefix: string;
	readonly base: string;
}

/** The remotes in the order of the settings. */
export function remotesOf(settings: readonly Setting[]): readonly Remote[] {
	const forFetching = readRewrites(settings, 'insteadof');
	const forPushing = readRewrites(settings, 'pushinsteadof');
	const ofRemotes = settings.filter(({ section }) => section === 'remote');
	return [...Map.groupBy(ofRemotes, ({ subsection }) => subsection)].flatMap(([name, own]) => {
		if (name === undefined) return [];
		const urls = urlsOf(own, 'url');
		const explicit = urlsOf(own, 'pushurl');
		const fetchUrls = urls.map((url) => rewrite(url, forFetching) ?? url);
		// As in git, `pushInsteadOf` does not apply to explicit push URLs. If it applies to some URLs, only these are pushed to.
		const pushUrls =
			explicit.length > 0
				? explicit.map((url) => rewrite(url, forFetching) ?? url)
				: urls.flatMap((url) => rewrite(url, forPushing) ?? []);
		if (fetchUrls.length === 0 && pushUrls.length === 0) return [];
		return [{ name, fetchUrls, pushUrls: pushUrls.length > 0 ? pushUrls : fetchUrls }];
	});
}

/** In newer versions of git, an empty URL removes those before it. In older ones it leads nowhere. */
function urlsOf(settings: readonly Setting[], key: string): readonly string[] {
	const urls = settings.flatMap(({ name, value }) => (name === key ? (value ?? []) : []));
	return urls.slice(urls.lastIndexOf('') + 1);
}

/** In git's order: all prefixes of the base that comes first, then those of the next. */
function readRewrites(settings: readonly Setting[], key: string): readonly Rewrite[] {
	const byBase = new Map<string, Rewrite[]>();
	for (const { section, subsection: base, name, value: prefix } of settings) {
		if (section !== 'url' || name !== key || base === undefined || prefix === undefined) continue;
		const ofBase = byBase.get(base) ?? [];
		ofBase.push({ prefix, base });
		byBase.set(base, ofBase);
	}
	return [...byBase.values()].flat();
}

/** The longest prefix counts, and of equal ones the first. Undefined if none fits. */
function rewrite(url: string, all: readonly Rewrite[]): string | undefined {
	const [first] = all
		.filter(({ prefix }) => url.startsWith(prefix))
		.sort((one, other) => other.prefix.length - one.prefix.length);
	return first && first.base + url.slice(first.prefix.length);
}
