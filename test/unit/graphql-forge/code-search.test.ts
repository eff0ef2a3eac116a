import assert from 'node:assert/strict';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { feed } from '../../kit/forge/repositories-world.ts';

interface FoundFile {
	readonly name: string;
	readonly lines: readonly {
		readonly line: string;
		readonly lineNo: number;
		readonly fragments: readonly { readonly lineOffset: number; readonly length: number }[];
	}[];
}

const find = `query ($query: String!) { user(username: "owner") { repository(name: "demo") { codeSearch(query: $query) {
	totalFiles totalMatches results { name lines { line lineNo fragments { lineOffset length } } }
} } } }`;

describe('The search of code in GraphQL', () => {
	let forge: StartedArea;

	before(async () => {
		forge = await startGraphqlArea('repositories');
		const { repositories, accounts } = forge;
		const owner = accounts.find('owner') ?? assert.fail();
		const folder = repositories.pathOf(await repositories.create(owner, { name: 'demo' }));
		await repositories.create(owner, { name: 'empty' });
		const files: Readonly<Record<string, string>> = {
			'src/a.txt': 'one\nGr\u00fc\u00dfe, one two one\n',
			'src/b.txt': 'Two\n(three)\n',
			'binary.bin': 'two\0',
			...Object.fromEntries(
				Array.from({ length: 25 }, (_, nth) => [`many/${nth}.txt`, 'needle needle\nneedle\n']),
			),
		};
		const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
		const written = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
		const commit = 'commit refs/heads/master\ncommitter A <a@example.org> 1578000000 +0000\n';
		feed(folder, `${commit}${data('First')}${written.join('')}`, 'fast-import', '--quiet');
	});

	after(() => forge.stop());

	const search = async (query: string) =>
		(await forge.data('other', find, { query })).user.repository.codeSearch as {
			readonly totalFiles: number;
			readonly totalMatches: number;
			readonly results: readonly FoundFile[];
		};
	const namesFor = async (query: string) => (await search(query)).results.map(({ name }) => name);

	it('finds the lines of text files, with each match in bytes', async () => {
		const { results, ...totals } = await search('one');
		assert.deepEqual(totals, { totalFiles: 1, totalMatches: 3 });
		assert.deepEqual(results, [
			{
				name: 'src/a.txt',
				lines: [
					{ line: 'one', lineNo: 1, fragments: [{ lineOffset: 0, length: 3 }] },
					{
						line: 'Gr\u00fc\u00dfe, one two one',
						lineNo: 2,
						fragments: [
							{ lineOffset: 9, length: 3 },
							{ lineOffset: 17, length: 3 },
						],
					},
				],
			},
		]);
	});

	it('needs all words in a file, as regular expressions, in quotes, or in its path', async () => {
		assert.deepEqual(await namesFor('two'), ['src/a.txt', 'src/b.txt']);
		assert.deepEqual(await namesFor('Two'), ['src/b.txt']);
		assert.deepEqual(await namesFor('two thr.e'), ['src/b.txt']);
		assert.deepEqual(await namesFor('"one two"'), ['src/a.txt']);
		assert.deepEqual(await namesFor('"two one two"'), []);
		assert.deepEqual(await namesFor('two file:a[.]txt'), ['src/a.txt']);
		assert.deepEqual(await namesFor(''), []);
	});

	it('finds a file by its name, whose line has the number 0', async () => {
		const { results } = await search('file:src/b');
		assert.deepEqual(results, [
			{
				name: 'src/b.txt',
				lines: [{ line: 'src/b.txt', lineNo: 0, fragments: [{ lineOffset: 0, length: 5 }] }],
			},
		]);
	});

	it('has at most 20 files and 50 matches, and says how many there are', async () => {
		const { results, ...totals } = await search('needle');
		assert.deepEqual(totals, { totalFiles: 25, totalMatches: 75 });
		const matches = results.flatMap(({ lines }) => lines.flatMap(({ fragments }) => fragments));
		assert.deepEqual([results.length, matches.length], [17, 50]);
		assert.equal((await namesFor('^needle$')).length, 20);
	});

	for (const query of ['(one', 'one "two', '[a'])
		it(`refuses what it cannot read: ${query}`, async () => {
			const { errors } = await forge.ask('other', find, { query });
			assert.deepEqual(
				errors?.map(({ extensions }) => extensions),
				[{ code: 'ERR_SYNTAX' }],
			);
		});
});
