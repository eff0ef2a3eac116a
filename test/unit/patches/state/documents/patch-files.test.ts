import assert from 'node:assert/strict';
import { DiffDocuments, readMail } from '../../../../../src/patches/state/documents/diff-documents.ts';
import { patchFiles } from '../../../../../src/patches/state/documents/patch-files.ts';
import { RemoteBlobs } from '../../../../../src/repositories/state/remote-blobs.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { demoRepositories } from '../../../../kit/forge/demo-repositories.ts';

const wrapping = 'Wrap long lines';
const patterns = 'Search for patterns';
const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

for (const [name, quirks] of [
	['a strict forge', []],
	['a forge as in practice', allQuirks],
] as const) {
	describe(`The files of patches on ${name}`, () => {
		const { open: openLists } = demoLists(quirks);
		const { open: openRepositories } = demoRepositories(quirks);

		/** The demo world has the list and the repository, each on a forge of its own. */
		async function open() {
			const { cache, lists, log } = await openLists();
			const devel = await cache('ana', 'editor-devel');
			await devel.refresh();
			const { repositories, asked, forget, cut, ending } = await openRepositories();
			const blobs = new RemoteBlobs(repositories, log);
			ending(blobs);
			const { mails } = lists.of('ana')?.series ?? assert.fail();
			const read = (mail: number) => readMail(mails, mail);
			const documents = new DiffDocuments({
				patches: async ({ mail }) => (await read(mail))?.patches,
				findBlob: patchFiles({
					local: async () => undefined,
					findPart: async (_, __, prefix, { hubWaitMs } = {}) => {
						assert.ok(hubWaitMs !== undefined, 'a diff editor does not wait for a slow hub');
						return { owner: '~ana', name: prefix || 'editor' };
					},
					remote: (key, madeAt) => blobs.of(key, madeAt),
				}),
				log,
			});
			/** The files of a series of which only the lines of the mails are shown. */
			const partial = async (title: string) => {
				const { chain } =
					devel.threads.series.find((one) => one.chain.title === title) ?? assert.fail(`${title} is missing`);
				const shown = (chain.versions.at(-1)?.patches ?? []).map(async ({ mail }) => {
					const files = (await read(mail.id))?.patches[0]?.files ?? [];
					const texts = files.map(async (file, index) => {
						const key = { ...list, mail: mail.id, patch: 0, file: index };
						const [one] = await Promise.all(
							(['new', 'old'] as const).map((side) => documents.text({ kind: 'file', file: key, side })),
						);
						return one?.includes('not in this mail') ? [file.new] : [];
					});
					return (await Promise.all(texts)).flat();
				});
				return (await Promise.all(shown)).flat();
			};
			return { partial, asked, forget, cut };
		}

		it('are whole where the repository of the list has them, by few requests, once', async () => {
			const { partial, asked, forget } = await open();
			assert.deepEqual(await partial(wrapping), []);
			const kinds = asked().map((path) => path.split('/')[1]);
			assert.deepEqual(kinds.toSorted(), ['blob', 'blob', 'blob', 'log', 'tree', 'tree', 'tree']);
			forget();
			assert.deepEqual(await partial(wrapping), []);
			assert.deepEqual(asked(), []);
		});

		it('are whole where an earlier patch of the series has changed them', async () => {
			const { partial } = await open();
			assert.deepEqual(await partial(patterns), []);
		});

		it('are the lines of the mails without a connection', async () => {
			const { partial, cut } = await open();
			cut(true);
			assert.deepEqual(await partial(wrapping), ['src/term.c', 'src/main.c', 'doc/editor.1']);
		});
	});
}
