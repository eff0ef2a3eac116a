import assert from 'node:assert/strict';
import { pageHandlers } from '../../../../src/platform/page/page-handlers.ts';
import { pageRequests } from '../../../../src/platform/page/page-requests.ts';
import { Users } from '../../../../src/platform/state/users.ts';

function page() {
	const calls: unknown[] = [];
	const record =
		(name: string) =>
		async (...args: unknown[]) =>
			void calls.push([name, ...args]);
	const handlers = pageHandlers({
		key: 7,
		host: {
			users: new Users(),
			...{ openInBrowser: record('open'), showUnsupportedLink: record('unsupported'), copy: record('copy') },
			...{ openAddress: record('address') },
			...{ signIn: record('signIn'), allowImages: record('allow'), undoChange: record('undo') },
			...{ actOnWaiting: record('act'), leave: record('leave'), didFocus: record('focus') },
			loadImage: async (address) => `data:${address}`,
			go: (...args) => {
				calls.push(['go', ...args]);
				return true;
			},
			position: () => null,
			joinList: () => {},
		},
		didShow: () => calls.push('shown'),
		account: () => assert.fail('signed out'),
		refresh: async () => void calls.push('read again'),
	});
	return { handlers, calls };
}

describe('The requests of pages of every kind', () => {
	it('are answered by the host', async () => {
		const { handlers, calls } = page();
		for (const name of ['ready', 'focused', 'leave', 'retry'] as const) await handlers[name]({});
		for (const change of ['one', null]) await handlers.undo({ change });
		await handlers.allowImages({ host: 'example.org' });
		assert.deepEqual(await handlers.showImage({ src: 'a.png' }), { data: 'data:a.png' });
		assert.deepEqual(await handlers.go({ step: 'next' }), { isElsewhere: true });
		for (const step of ['previous', 'done'] as const) await handlers.go({ step });
		await handlers.actOnWaiting({ act: 'discard-change', entry: 'one' });
		assert.deepEqual(calls, [
			'shown',
			['focus'],
			['leave'],
			'read again',
			['undo', 'one'],
			['undo', null],
			['allow', 'example.org'],
			['go', 1, 7],
			['go', -1, 7],
			['go', 'done', 7],
			['act', 'discard-change', 'one'],
		]);
		assert.throws(() => handlers.user({ open: 'user:~ana' }), /signed out/);
	});

	it('are answered for what the panel showed before, except reading that again', () => {
		const names = Object.entries(pageRequests).filter(([, { isForAnyPage }]) => !isForAnyPage);
		assert.deepEqual(
			names.map(([name]) => name),
			['retry'],
		);
	});
});
