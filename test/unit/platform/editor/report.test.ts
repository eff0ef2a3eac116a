import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, enter, passTurns, takeCalls } from '../../../kit/window/editor.ts';

const { attempt } = await import('../../../../src/platform/editor/report.ts');
// A command loads it only when it fails.
await import('../../../../src/platform/editor/messages.ts');
const { CancellationError } = await import('vscode');

async function fail(error: unknown, button?: string) {
	const { log, lines } = readable();
	if (button !== undefined) answerWith(enter(button));
	await attempt('open', () => Promise.reject(error), log);
	await passTurns();
	return { said: takeCalls(), lines };
}

describe('A command', () => {
	it('that succeeds says nothing', async () => {
		const { log, lines } = readable();
		const done: string[] = [];
		await attempt('open', () => done.push('open'), log);
		assert.deepEqual([done, lines, takeCalls()], [['open'], [], []]);
	});

	it('tells its caller only whether it has returned true', async () => {
		const { log } = readable();
		const results = [true, false, undefined, { token: 'secret' }];
		const told = await Promise.all(results.map((result) => attempt('open', async () => result, log)));
		assert.deepEqual(told, [true, false, false, false]);
		assert.equal(await attempt('open', () => Promise.reject(new TypeError('x')), log), false);
		await passTurns();
		takeCalls();
	});

	const refused = (message: string, cause: unknown) => new ForgeError('refused', message, { cause });
	const scopes = ['lists:read'];
	const noAccess = Object.assign(new Error('EACCES: /home/ana'), { code: 'EACCES' });
	const offline = new ForgeError('offline', 'No connection.', { cause: new TypeError('fetch failed') });
	const failures: readonly [what: string, error: unknown, said?: string, level?: string][] = [
		['that cannot be done says why', new ForgeError('missing', 'Gone.'), 'Gone.'],
		[
			'with a typing mistake says which',
			refused('Line 3: No address.', new TypeError('x')),
			'Line 3: No address.',
		],
		['that the forge does not answer leads to the log', offline, 'No connection.: Show Log'],
		[
			'with a bug leads to the log',
			new TypeError('x'),
			'Something went wrong in Tildeforge. See the log for details.: Show Log',
			'error',
		],
		[
			'that cannot write to the disk says why',
			Object.assign(new Error('write'), { code: 'ENOSPC' }),
			'The disk is full.: Show Log',
			'error',
		],
		[
			'that the disk refuses leads to the log',
			refused('The sign-in could not be written.', noAccess),
			'The sign-in could not be written.: Show Log',
		],
		[
			'that lacks a permission leads to it',
			new ForgeError('forbidden', 'Not allowed.', { scopes, instance: 'a.org' }),
			'Not allowed.: Grant Permissions',
		],
		[
			'that lacks an account leads to it',
			new ForgeError('forbidden', 'Not allowed.', { scopes }),
			'Not allowed.: Sign In',
		],
		[
			'whose account is signed out leads to the sign-in',
			new ForgeError('signed-out', 'Signed out.'),
			'Signed out.: Sign In',
		],
		['that the user cancels says nothing', new CancellationError()],
		['that ends with its account says nothing', new DOMException('x', 'AbortError')],
	];
	for (const [what, error, said, level = 'warn'] of failures) {
		it(what, async () => {
			const found = await fail(error);
			const expected = said === undefined ? [[], undefined] : [[`error: ${said}`], level];
			assert.deepEqual([found.said, found.lines[0]?.level], expected);
		});
	}

	it('leads to what can be done', async () => {
		const lacking = new ForgeError('forbidden', 'Not allowed.', {
			scopes: ['lists:read'],
			instance: 'a.org',
		});
		const { said } = await fail(lacking, 'Grant Permissions');
		assert.equal(said[1], 'command: tildeforge.grant: {"instance":"a.org","scopes":["lists:read"]}');
	});

	it('leads to the log, which has the cause', async () => {
		const cause = new TypeError('The other side has closed the socket');
		const { said, lines } = await fail(
			new ForgeError('offline', 'The connection was lost.', { cause }),
			'Show Log',
		);
		assert.equal(said[1], 'command: tildeforge.showLog');
		assert.match(
			lines[0]?.line ?? '',
			/The connection was lost\.[\s\S]*The other side has closed the socket/,
		);
	});
});
