import assert from 'node:assert/strict';
import type { CallbackReply } from '../../../../src/signin/methods/loopback.ts';
import { takeCalls } from '../../../kit/window/editor.ts';
import { navigate } from '../../../kit/window/navigate.ts';

const { RedirectHandler } = await import('../../../../src/accounts/forges/redirect-handler.ts');
const { Uri } = await import('vscode');

const uri = (path: string, query = 'code=1') => Uri.from({ scheme: 'vscode', path, query });
const wrong: CallbackReply = { kind: 'wrong' } as never;
const done: CallbackReply = { kind: 'done' } as never;
const onward: CallbackReply = { kind: 'onward', address: 'https://forge.test/next' } as never;

/** A handler with sign-ins that wait, and what they were told. */
async function open(...replies: readonly CallbackReply[]) {
	const handler = new RedirectHandler();
	const told: string[] = [];
	const listeners = [];
	for (const [nth, reply] of replies.entries()) {
		const listener = await handler.open({ kind: 'editor' }, (query) => {
			told.push(`${nth} ${query}`);
			return reply;
		});
		listeners.push(listener);
	}
	return { handler, told, listeners };
}

describe('An address that the browser opens in the editor', () => {
	it('goes to the latest sign-in that it is for', async () => {
		const { handler, told } = await open(done, done, wrong);
		handler.handleUri(uri('/signed-in'));
		assert.deepEqual([told, takeCalls()], [['2 code=1', '1 code=1'], []]);
	});

	it('leads on to another page if the sign-in says so', async () => {
		const { handler, told } = await open(done, onward);
		handler.handleUri(uri('/signed-in'));
		assert.deepEqual([told, takeCalls()], [['1 code=1'], ['browser: https://forge.test/next']]);
	});

	it('is ignored if it is for something else, or for a sign-in that has ended', async () => {
		const { handler, told, listeners } = await open(done);
		handler.handleUri(uri('/other'));
		listeners[0]?.dispose();
		handler.handleUri(uri('/signed-in'));
		assert.deepEqual(told, []);
	});
});

describe('An address on this machine', () => {
	it('is one that the browser can reach', async () => {
		const handler = new RedirectHandler();
		const queries: string[] = [];
		const listener = await handler.open({ kind: 'loopback', port: 0, isForwarded: false }, (query) => {
			queries.push(String(query));
			return done;
		});
		try {
			assert.match(listener.redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
			await navigate(`${listener.redirect}?code=1`);
			assert.deepEqual(queries, ['code=1']);
		} finally {
			listener.dispose();
		}
	});
});
