import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseConfig } from '../../../../src/platform/git/config.ts';
import { remotesOf } from '../../../../src/platform/git/remotes.ts';
import { newFolder, userGit } from '../../../kit/items/clones.ts';

/** A section of a file of settings, with quotes where git needs them. */
const section = (name: string, subsection: string, lines: readonly (readonly [string, string])[]) =>
	`[${name} ${JSON.stringify(subsection)}]\n${lines.map(([key, value]) => `\t${key} = ${JSON.stringify(value)}\n`).join('')}`;

const remotesIn = (folder: string) =>
	remotesOf(parseConfig(userGit(folder, 'config', '--list', '--null'))).map(
		({ name, fetchUrls, pushUrls }) => ({
			name,
			fetchUrls,
			pushUrls,
		}),
	);

function emptyRepository(): string {
	const folder = newFolder('remotes');
	userGit(folder, 'init', '--quiet');
	return folder;
}

describe('The remotes of a clone', () => {
	const folder = emptyRepository();
	const remotesWith = (config: string) => {
		writeFileSync(join(folder, '.git', 'config'), `[core]\n\trepositoryFormatVersion = 0\n${config}`);
		return remotesIn(folder);
	};

	it('are found without comparing each of thousands with all others', () => {
		let reads = 0;
		const count = 2000;
		const settings = Array.from({ length: count }, (_, nth) => ({
			...{ section: 'remote', name: 'url', value: `https://git.forge.test/~ana/r${nth}` },
			get subsection() {
				reads += 1;
				return `r${nth}`;
			},
		}));
		assert.equal(remotesOf(settings).length, count);
		assert.ok(reads < 10 * count, `${reads} names were read`);
	});

	it('are only those with a URL', () => {
		const config =
			section('remote', 'origin', [['fetch', 'x']]) + section('branch', 'main', [['remote', 'origin']]);
		assert.deepEqual(remotesWith(`${config}[remote]\n\tpushDefault = origin\n`), []);
	});

	it('have the URLs that insteadOf and pushInsteadOf make, of which the longest prefix counts', () => {
		const config =
			section('remote', 'origin', [['url', 'forge:~ana/editor']]) +
			section('url', 'https://elsewhere.test/', [['insteadOf', 'forge:']]) +
			section('url', 'https://git.forge.test/~ana/', [['insteadOf', 'forge:~ana/']]) +
			section('url', 'git@git.forge.test:', [['pushInsteadOf', 'forge:']]);
		assert.deepEqual(remotesWith(config), [
			{
				name: 'origin',
				fetchUrls: ['https://git.forge.test/~ana/editor'],
				pushUrls: ['git@git.forge.test:~ana/editor'],
			},
		]);
	});

	it('have the URL of the base that comes first if two replace the same prefix', () => {
		const config =
			section('url', 'a:', [['insteadOf', 'x:']]) +
			section('url', 'b:', [['insteadOf', 'forge:']]) +
			section('url', 'a:', [['insteadOf', 'forge:']]) +
			section('remote', 'origin', [['url', 'forge:x']]);
		assert.deepEqual(
			remotesWith(config).map(({ fetchUrls }) => fetchUrls),
			[['a:x']],
		);
	});

	it('are those that git lists, for any settings', function () {
		this.timeout(60_000);
		const text = fc.constantFrom('a', 'a:', 'a:b', 'a:b/c', 'b', 'https://h/', 'https://h/p', 'git@h:p');
		const line = (...keys: readonly string[]) => fc.tuple(fc.constantFrom(...keys), text);
		const remote = fc
			.tuple(
				fc.constantFrom('one', 'two.x', 'thr ee'),
				fc.array(line('url', 'pushurl', 'URL'), { minLength: 1 }),
			)
			// Git invents a URL for a remote that has none.
			.filter(([, lines]) => lines.some(([key]) => key !== 'pushurl'))
			.map(([name, lines]) => section('remote', name, lines));
		const url = fc
			.tuple(text, fc.array(line('insteadOf', 'pushInsteadOf', 'insteadof'), { minLength: 1 }))
			.map(([base, lines]) => section('url', base, lines));
		fc.assert(
			fc.property(fc.array(fc.oneof(remote, url), { maxLength: 6 }), (sections) => {
				const ours = remotesWith(sections.join('')).flatMap(({ name, fetchUrls, pushUrls }) => [
					// Git lists one URL for fetching, because it fetches from one only.
					`${name}\t${fetchUrls[0]} (fetch)`,
					...pushUrls.map((url) => `${name}\t${url} (push)`),
				]);
				const theirs = userGit(folder, 'remote', '--verbose').split('\n').filter(Boolean);
				assert.deepEqual(ours.toSorted(), theirs.toSorted());
			}),
			{ numRuns: 40 },
		);
	});
});
