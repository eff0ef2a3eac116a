import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import {
	answerWith,
	choose,
	enter,
	passTurns,
	problemsOf,
	signInOffer,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { type LampAccount, lampAccount, lampItems } from './lamps.ts';

const { createItem } = await import('../../../../src/platform/items/create-item.ts');

const naming = 'input: New Lamp: Name of the new lamp of ~ana';
const describing = 'input: New Lamp: Description';

/** Creates a lamp, and records what is sent. The first attempts fail with these errors. */
function creating(accounts: readonly LampAccount[], errors: readonly Error[] = [], kind = { ...lampItems }) {
	const sent: unknown[] = [];
	const left = [...errors];
	const create = (canAskAgain?: (error: ForgeError) => boolean) =>
		createItem(kind, accounts, {
			descriptionPrompt: () => 'Description',
			create: async ({ session }, body) => {
				sent.push([session.id, body]);
				const error = left.shift();
				if (error) throw error;
			},
			...(canAskAgain && { canAskAgain }),
		});
	return { sent, create };
}

describe('Creating an item', () => {
	it('asks for its name and a description, which may be empty', async () => {
		const { sent, create } = creating([await lampAccount('ana')]);
		answerWith(enter(' hall '), enter('Bright'), enter('attic'), enter(''));
		await create();
		assert.deepEqual(takeCalls(), [naming, describing]);
		await create();
		assert.deepEqual(sent, [
			['ana', { name: 'hall', description: 'Bright' }],
			['ana', { name: 'attic' }],
		]);
	});

	for (const [step, answers] of [
		['the name', []],
		['an empty name', [enter(' ')]],
		['the description', [enter('hall')]],
	] as const) {
		it(`is cancelled with ${step}`, async () => {
			const { sent, create } = creating([await lampAccount('ana')]);
			answerWith(...answers);
			await create();
			assert.deepEqual([sent, takeCalls().length], [[], step === 'the description' ? 2 : 1]);
		});
	}

	it('asks again with what was typed, and the reason, if the forge refuses it', async () => {
		const { sent, create } = creating(
			[await lampAccount('ana')],
			[new ForgeError('refused', 'It is taken.')],
		);
		answerWith(enter('hall'), enter('Text.'), enter('attic'), enter('Text.'));
		await create();
		assert.deepEqual(takeCalls().slice(2), ['input: New Lamp: It is taken.: hall', `${describing}: Text.`]);
		assert.equal(sent.length, 2);
	});

	it('fails if another answer would not help', async () => {
		const accounts = [await lampAccount('ana')];
		for (const error of [
			new ForgeError('signed-out', 'The session has ended.'),
			new ForgeError('forbidden', 'A scope is missing.', { scopes: ['lamps:write'] }),
			new TypeError('a bug'),
		]) {
			answerWith(enter('hall'), enter(''));
			await assert.rejects(creating(accounts, [error]).create(), error);
		}
		const refusal = new ForgeError('refused', 'It is taken.');
		answerWith(enter('hall'), enter(''));
		await assert.rejects(
			creating(accounts, [refusal]).create(() => false),
			refusal,
		);
	});

	it('begins once with what was typed before the user had to sign in', async () => {
		const ended = new ForgeError('signed-out', 'The session has ended.');
		const { sent, create } = creating([await lampAccount('ana')], [ended]);
		answerWith(enter('hall'), enter('Bright'), enter('hall'), enter('Bright'));
		await assert.rejects(create(), ended);
		takeCalls();
		await create();
		assert.deepEqual(takeCalls(), [`${naming}: hall`, `${describing}: Bright`]);
		assert.equal(sent.length, 2);
		await create();
		assert.deepEqual(takeCalls(), [naming]);
	});

	it('says at once what is wrong with a name', async () => {
		const found: unknown[] = [];
		answerWith(problemsOf(['', ' hall ', 'a b'], found));
		await creating([await lampAccount('ana')]).create();
		const rule = 'A lamp name can contain only the letters A to Z, digits, and . _ -. It cannot glow.';
		assert.deepEqual(found, [undefined, undefined, rule]);
	});

	it('asks for the account if there are several, and to sign in if there is none', async () => {
		const { sent, create } = creating([await lampAccount('ana'), await lampAccount('bob')]);
		answerWith(choose('~bob'), enter('hall'), enter(''));
		await create();
		assert.equal(takeCalls()[0], 'pick: New Lamp: ~ana (forge.test) | ~bob (forge.test)');
		assert.deepEqual(sent, [['bob', { name: 'hall' }]]);
		await creating([]).create();
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});
