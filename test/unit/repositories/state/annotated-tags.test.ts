import assert from 'node:assert/strict';
import { AnnotatedTags } from '../../../../src/repositories/state/annotated-tags.ts';

const tag = (target: string) => ({ name: `for ${target}`, target });
const { signal } = new AbortController();

describe('The annotated tags of a repository', () => {
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
