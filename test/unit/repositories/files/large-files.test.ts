import assert from 'node:assert/strict';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { comparedUri, fileUri } = await import('../../../../src/repositories/files/repository-files.ts');
const { LargeFiles } = await import('../../../../src/repositories/files/large-files.ts');

const editor = { instance: 'forge.test', owner: '~ana', repository: 'editor' };
const compared = (path: string, id: string, repository = 'editor') =>
	comparedUri({ ...editor, repository, path, revision: { kind: 'commit', id: id.repeat(40) } });

describe('Large files', () => {
	for (const [size, detail] of [
		[6_000_000, 'Its size is 6 MB.'],
		[undefined, 'It is larger than 5 MB.'],
	] as const) {
		it(`are each confirmed: ${detail}`, async () => {
			const uri = fileUri({ ...editor, path: 'a.log', revision: { kind: 'ref', name: 'refs/heads/master' } });
			answerWith(enter('Open'), enter('Cancel'));
			const files = new LargeFiles();
			const answers = await Promise.all([1, 2].map(() => files.confirm(uri, 'a.log', size)));
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
			const files = new LargeFiles();
			const question = `warning: Load the large files of this comparison?: ${name} The answer is for all files of the comparison that are larger than 5 MB.: Load`;
			for (const answer of ['Load', 'Cancel']) {
				answerWith(enter(answer));
				const answers = await Promise.all([
					files.confirm(compared('a.log', '1'), 'a.log', size),
					files.confirm(compared('a.log', '2'), 'a.log', size),
					files.confirm(compared('b.log', '2'), 'b.log', size),
				]);
				assert.deepEqual(answers, Array(3).fill(answer === 'Load'));
				assert.deepEqual(takeCalls(), [question]);
			}
		});
	}

	it('of another repository have another answer', async () => {
		const files = new LargeFiles();
		answerWith(enter('Load'), enter('Cancel'));
		const answers = await Promise.all([
			files.confirm(compared('a.log', '1'), 'a.log', 6_000_000),
			files.confirm(compared('a.log', '1', 'notes'), 'a.log', 6_000_000),
		]);
		assert.deepEqual(answers, [true, false]);
		assert.equal(takeCalls().length, 2);
	});
});
