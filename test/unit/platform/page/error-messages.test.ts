import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { describeError, isExpected } from '../../../../src/platform/page/error-messages.ts';
import type { ErrorMessage } from '../../../../src/platform/page/requests.ts';

const aborted = new DOMException('This operation was aborted', 'AbortError');
const disk = (code: string) => Object.assign(new Error('no'), { code });
const of = (kind: ForgeErrorKind, details: ConstructorParameters<typeof ForgeError>[2] = {}) =>
	new ForgeError(kind, 'Some words.', details);

describe('The message of a failed request', () => {
	const problem = 'Some words.';
	const mistake = { problem: 'Something went wrong in Tildeforge. See the log for details.' };
	const notWritable = { problem: 'The data folder of VS Code is not writable.' };
	const cases: readonly [what: string, error: unknown, refusal: ErrorMessage][] = [
		[
			'does not claim that nothing was done if the connection was closed',
			aborted,
			{
				problem:
					'The connection to the forge was closed in the meantime. The change may have been made. Check before you try again.',
				mayBeDone: true,
			},
		],
		['offers to sign in', of('signed-out'), { problem, remedy: 'sign-in' }],
		[
			'offers to sign in for a permission',
			of('forbidden', { scopes: ['a'] }),
			{ problem, remedy: 'sign-in' },
		],
		['offers nothing for what is forbidden', of('forbidden'), { problem }],
		['offers nothing for what the forge refuses', of('refused'), { problem }],
		['offers to try again when the forge is busy', of('busy'), { problem, remedy: 'again' }],
		['offers to try again without a connection', of('offline'), { problem, remedy: 'again' }],
		[
			'offers to try again after an error of the server',
			of('surprise', { status: 500 }),
			{ problem, remedy: 'again' },
		],
		['offers nothing for an answer that makes no sense', of('surprise'), { problem }],
		[
			'never offers to try again what may be done',
			of('offline', { mayBeDone: true }),
			{ problem, mayBeDone: true },
		],
		['names a full disk', disk('ENOSPC'), { problem: 'The disk is full.' }],
		['names a full quota', disk('EDQUOT'), { problem: 'The disk is full.' }],
		['names a disk that cannot be written', disk('EROFS'), notWritable],
		['names a folder without permission', disk('EACCES'), notWritable],
		['names a file without permission', disk('EPERM'), notWritable],
		['names a broken disk', disk('EIO'), { problem: 'The disk reported an error.' }],
		['is that of a bug for another code', disk('ENOENT'), mistake],
		['is that of a bug for a code that is a number', Object.assign(new Error('no'), { code: 28 }), mistake],
		['is that of a bug for any other error', new TypeError('x is undefined'), mistake],
		['is that of a bug for what is not an error', 'no', mistake],
	];
	for (const [what, error, refusal] of cases) it(what, () => assert.deepEqual(describeError(error), refusal));
});

describe('An error', () => {
	for (const [what, error, isWhole] of [
		['an error of the forge', of('busy'), true],
		['a closed connection', aborted, true],
		['an error of the disk', disk('EIO'), false],
		['a bug', new TypeError('x is undefined'), false],
	] as const) {
		it(`${isWhole ? 'needs no' : 'needs an'} entry in the log if it is ${what}`, () =>
			assert.equal(isExpected(error), isWhole));
	}
});
