import assert from 'node:assert/strict';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { comparedUri, fileUri } = await import('../../../../src/repositories/files/repository-files.ts');
const { LargeFiles } = await import('../../../../src/repositories/files/large-files.ts');

const editor = { instance: 'forge.test', owner: '~ana', repository: 'editor' };
const compared = (path: string, id: string, repository = 'editor') =>
	comparedUri({ ...editor, repository, path, revision: { kind: 'commit', id: id.repeat(40) } });

type Uri = ReturnType<typeof fileUri>;

/** All files are large. A file waits until the forge has `sent` it. */
function largeFiles(clock: { now: number }) {
	const files = new LargeFiles();
	return {
		load: (uri: Uri, name: string, size: number | undefined, sent?: Promise<void>) =>
			files.whileLoading(uri, async (confirmLarge) => {
				await sent;
				return confirmLarge(name, size);
			}),
		pass: (ms: number) => {
			clock.now += ms;
		},
	};
}

describe('Large files', () => {
	const clock = stopTheDate();

	for (const [size, name] of [
		[6_000_000, 'The size of a.log is 6 MB.'],
		[undefined, 'a.log is larger than 5 MB.'],
	] as const) {
		it(`of a comparison share the answer that they wait for: ${name}`, async () => {
			const { load, pass } = largeFiles(clock);
			const question = `warning: Load the large files of this comparison?: ${name} The answer is for all files of the comparison that are larger than 5 MB.: Load`;
			for (const answer of ['Load', 'Cancel']) {
				answerWith(enter(answer));
				const answers = await Promise.all([
					load(compared('a.log', '1'), 'a.log', size),
					load(compared('a.log', '2'), 'a.log', size),
					load(compared('b.log', '2'), 'b.log', size),
				]);
				assert.deepEqual(answers, Array(3).fill(answer === 'Load'));
				assert.deepEqual(takeCalls(), [question]);
				pass(5000);
			}
		});
	}
});
