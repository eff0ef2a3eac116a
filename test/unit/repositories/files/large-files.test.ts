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

	for (const [size, detail] of [
		[6_000_000, 'Its size is 6 MB.'],
		[undefined, 'It is larger than 5 MB.'],
	] as const) {
		it(`are each confirmed: ${detail}`, async () => {
			const uri = fileUri({ ...editor, path: 'a.log', revision: { kind: 'ref', name: 'refs/heads/master' } });
			answerWith(enter('Open'), enter('Cancel'));
			const { load } = largeFiles(clock);
			const answers = await Promise.all([1, 2].map(() => load(uri, 'a.log', size)));
			assert.deepEqual(answers, [true, false]);
			const question = `warning: Open a.log?: ${detail}: Open`;
			assert.deepEqual(takeCalls(), [question, question]);
		});
	}

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

	for (const [answer, isLoaded] of [
		['Load', true],
		['Cancel', false],
	] as const) {
		it(`of a comparison that arrive after the answer share it, until all have loaded: ${answer}`, async () => {
			const { load, pass } = largeFiles(clock);
			const { promise: sent, resolve: send } = Promise.withResolvers<void>();
			answerWith(enter(answer), enter(isLoaded ? 'Cancel' : 'Load'));
			const late = load(compared('b.log', '1'), 'b.log', 6_000_000, sent);
			assert.equal(await load(compared('a.log', '1'), 'a.log', 6_000_000), isLoaded);
			pass(60_000);
			send();
			assert.equal(await late, isLoaded);
			// VS Code first asks for the size of a file, and a moment later for its content.
			pass(500);
			assert.equal(await load(compared('b.log', '2'), 'b.log', 6_000_000), isLoaded);
			assert.equal(takeCalls().length, 1);
			pass(5000);
			assert.equal(await load(compared('a.log', '1'), 'a.log', 6_000_000), !isLoaded);
			assert.equal(takeCalls().length, 1);
		});
	}

	it('of another repository have another answer', async () => {
		const { load } = largeFiles(clock);
		answerWith(enter('Load'), enter('Cancel'));
		const answers = await Promise.all([
			load(compared('a.log', '1'), 'a.log', 6_000_000),
			load(compared('a.log', '1', 'notes'), 'a.log', 6_000_000),
		]);
		assert.deepEqual(answers, [true, false]);
		assert.equal(takeCalls().length, 2);
	});
});
