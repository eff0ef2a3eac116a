import assert from 'node:assert/strict';
import { offerDescription, pickerItems } from '../../../../src/platform/view/picker-items.ts';

const spell = (key: { readonly name: string }) => key.name;
const named = (...names: readonly string[]) => names.map((name) => ({ name }));

describe('The items that a picker offers', () => {
	const cases: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
		['those of the project first', ['a', 'b'], ['p', 'q'], ['p *', 'q *', 'a', 'b']],
		['each once', ['a', 'p', 'b'], ['p', 'p'], ['p *', 'a', 'b']],
		['the known ones if there is no project', ['a', 'b', 'a'], [], ['a', 'b']],
	];
	for (const [what, known, inProject, expected] of cases) {
		it(`are ${what}`, () => {
			const items = pickerItems({ known: named(...known), inProject: named(...inProject), spell });
			assert.deepEqual(
				items.map(({ key, isInProject }) => (isInProject ? `${key.name} *` : key.name)),
				expected,
			);
		});
	}

	it('say that they belong to the project', () => {
		assert.equal(offerDescription('forge.test', false), 'forge.test');
		assert.equal(offerDescription('forge.test', true), 'forge.test · this project');
	});
});
