import assert from 'node:assert/strict';
import { AnnotatedTags } from '../../../../src/repositories/state/annotated-tags.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const tag = (target: string) => ({ name: `for ${target}`, target });
const { signal } = new AbortController();

describe('The annotated tags of a repository', () => {
	const clock = stopTheDate();

	it('are looked up once, also if they lead to no commit, and again a minute after each failure', async () => {
		const asked: string[] = [];
		let fails = true;
		const tags = new AnnotatedTags(async (target) => {
			asked.push(target);
			if (fails) throw new Error('offline');
			return undefined;
		});
		assert.equal(await tags.lookUp([tag('file')], signal), false);
		clock.now += 60_000;
		assert.equal(await tags.lookUp([tag('file')], signal), false);
		fails = false;
		assert.equal(await tags.lookUp([tag('file')], signal), false);
		clock.now += 60_000;
		assert.equal(await tags.lookUp([tag('file')], signal), true);
		assert.equal(await tags.lookUp([tag('file')], signal), false);
		assert.deepEqual(asked, ['file', 'file', 'file']);
		assert.equal(tags.isAnnotated(tag('file')), undefined);
	});

	it('are looked up among the first hundred tags', async () => {
		const asked: string[] = [];
		const tags = new AnnotatedTags(async (target) => {
			asked.push(target);
			return target;
		});
		await tags.lookUp(
			Array.from({ length: 101 }, (_, nth) => tag(String(nth))),
			signal,
		);
		assert.equal(asked.length, 100);
	});
});
