import { parseTree } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { missing, Refusal } from '../server/refusal.ts';
import { markup, page, type Reply } from '../server/reply.ts';
import type { BareRepository } from './bare.ts';
import type { RepositoryRecord } from './repository-record.ts';

const maxShownBytes = 512 * 1024;

const address = (...segments: readonly string[]) =>
	segments.map((segment) => segment.split('/').map(encodeURIComponent).join('/')).join('/');

const list = (items: readonly string[]) =>
	`<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

/** The web pages of a repository. `rest` is the part of the address below the repository's own. */
export async function repositoryPage(
	stored: RepositoryRecord,
	bare: BareRepository,
	rest: readonly string[],
): Promise<Reply> {
	const base = `/~${stored.owner}/${stored.name}`;
	const title = `~${stored.owner}/${stored.name}`;
	const [kind, ...words] = rest;
	const path = words.filter((word) => word !== '').join('/');
	if (kind === undefined || kind === '') return page(200, title, await summary(stored, bare, base));
	if (kind === 'tree') return page(200, title, await item(bare, path || 'HEAD', base));
	if (kind === 'log') return page(200, title, await log(bare, path || 'HEAD', base));
	if (kind === 'commit') return page(200, title, await commit(bare, path, base));
	throw notHere();
}

const notHere = () => new Refusal(404, missing().message, { html: true });

async function summary(stored: RepositoryRecord, bare: BareRepository, base: string): Promise<string> {
	const references = (await bare.references()).map(
		({ name }) => markup`<a href="${base}/${address('tree', name)}">${name}</a>`,
	);
	return `${markup`<pre>${stored.description}</pre>`}\n<p><a href="${base}/log">log</a></p>\n${list(references)}`;
}

async function item(bare: BareRepository, path: string, base: string): Promise<string> {
	const found = await bare.find(path, 'item');
	if (found?.kind === 'blob') {
		return markup`<pre>${found.object.content.toString('utf8', 0, maxShownBytes)}</pre>`;
	}
	if (found?.kind !== 'tree') throw notHere();
	return list(
		parseTree(found.object).map(({ name, type }) => {
			const to = `${base}/tree/${address(path, name)}`;
			return type === 'commit' ? markup`${name}` : markup`<a href="${to}">${name}</a>`;
		}),
	);
}

async function log(bare: BareRepository, revision: string, base: string): Promise<string> {
	const history = await bare.log(revision, null);
	if (!history) throw notHere();
	return list(history.commits.map((one) => line(one, base)));
}

const line = ({ id, short_id, message, author }: Commit, base: string) =>
	markup`<a href="${base}/commit/${id}">${short_id}</a> ${message.split('\n')[0] ?? ''} (${author.name})`;

async function commit(bare: BareRepository, revision: string, base: string): Promise<string> {
	const found = await bare.commit(revision);
	if (!found) throw notHere();
	const { id, author, timestamp, message, parents } = found;
	const links = parents.map((parent) => markup`<a href="${base}/commit/${parent}">${parent}</a>`);
	return [
		markup`<p>${id}, ${author.name} &lt;${author.email}&gt;, ${timestamp}</p>`,
		markup`<pre>${message}</pre>`,
		markup`<p><a href="${base}/tree/${id}">tree</a></p>`,
		list(links),
	].join('\n');
}
