import assert from 'node:assert/strict';
import type { Call, Wire } from '../../../../src/forge/client/connect.ts';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { reportAnswers } from '../../../../src/signin/connections/report-answers.ts';

const call: Call = {
	...{ method: 'GET', isWrite: false, route: '/', path: '/', query: {}, body: undefined, scope: null },
	signal: undefined,
};

/** The number of answers reported for a call. */
async function answersTo(send: () => Promise<never>, use: 'json' | 'bytes' | 'nothing' = 'json') {
	const below: Wire = { json: send, bytes: send, nothing: send, report: () => {} };
	let answers = 0;
	let losses = 0;
	const didAnswer = () => {
		answers += 1;
	};
	const failure = await reportAnswers(below, didAnswer, () => {
		losses += 1;
	})
		[use](call)
		.then(
			() => undefined,
			(error: unknown) => error,
		);
	return { answers, losses, failure };
}

describe('A connection', () => {
	const kinds: readonly [kind: ForgeErrorKind, answers: number][] = [
		['forbidden', 1],
		['missing', 1],
		['refused', 1],
		['signed-out', 1],
		['offline', 0],
		['timeout', 0],
		['busy', 0],
	];
	for (const [kind, answers] of kinds) {
		it(`reports ${answers === 0 ? 'no' : 'an'} answer for a failure of the kind ${kind}`, async () => {
			const error = new ForgeError(kind, '');
			const losses = kind === 'offline' ? 1 : 0;
			assert.deepEqual(await answersTo(() => Promise.reject(error)), { answers, losses, failure: error });
		});
	}

	it('reports no answer for a call that was cancelled', async () => {
		const { answers } = await answersTo(() => Promise.reject(new DOMException('', 'AbortError')));
		assert.equal(answers, 0);
	});
});
