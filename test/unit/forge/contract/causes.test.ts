import assert from 'node:assert/strict';
import { causes } from '../../../../src/forge/contract/causes.ts';

const messages = (error: unknown) => [...causes(error)].map(({ message }) => message);

describe('The causes of an error', () => {
	it('are the error itself and what led to it', () => {
		const error = new Error('a', { cause: new Error('b', { cause: new Error('c') }) });
		assert.deepEqual(messages(error), ['a', 'b', 'c']);
	});

	it('are those of all addresses of a host', () => {
		const tried = [new Error('b', { cause: new Error('c') }), new Error('d')];
		assert.deepEqual(messages(new Error('e', { cause: new AggregateError(tried, 'a') })), [
			'e',
			'a',
			'b',
			'c',
			'd',
		]);
	});

	it('are empty for a value that is not an error', () => {
		assert.deepEqual(
			[messages(undefined), messages('a'), messages(new Error('a', { cause: 'b' }))],
			[[], [], ['a']],
		);
	});

	it('end, even if an error is its own cause', () => {
		const error = new Error('a');
		error.cause = error;
		assert.deepEqual(messages(error), ['a', 'a', 'a', 'a', 'a', 'a']);
	});
});
