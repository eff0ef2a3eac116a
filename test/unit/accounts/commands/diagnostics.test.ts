import assert from 'node:assert/strict';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { ana, bob } from '../../../kit/window/sign-in-window.ts';
import { signInWindows } from '../dialog/sign-in-window.ts';

const { copyDiagnostics } = await import('../../../../src/accounts/commands/diagnostics.ts');

describe('The diagnostics', () => {
	const windows = signInWindows();

	it('say what is set up and who is signed in, without secrets', async () => {
		const { services, registry } = windows.open();
		const { name, ...addresses } = windows.instance();
		setSetting('tildeforge.instances', [
			...[
				{ name, ...addresses },
				{ name: 'token-of-ana-4711.test', lists: 'https://lists.other.test' },
			],
			{ name: 'third.test', trackers: 'htps://todo' },
		]);
		await registry.put({ ...ana, instance: name });
		await registry.refuse(await registry.put({ ...ana, instance: name, account: '~carol' }));
		await registry.put({ ...bob, instance: name });
		const copied = async (): Promise<readonly string[]> => {
			await copyDiagnostics(services.forges);
			const [copying = '', ...more] = takeCalls();
			assert.deepEqual(more, ['status bar: Diagnostics copied to the clipboard. They contain no secrets.']);
			return copying.replace('clipboard: ', '').split('\n');
		};
		takeCalls();
		const { identity, lists, repositories, trackers } = addresses;
		const [version, editor, system, ...lines] = await copied();
		assert.deepEqual([version, editor], ['Tildeforge 1', 'Editor: Code 1.139.0 (desktop, desktop)']);
		assert.match(system ?? '', /^System: \w+ .+ \w+, Node [\d.]+$/);
		assert.deepEqual(lines, [
			...['Trusted workspace: no', 'Proxy: not set, proxySupport undefined, strictSSL undefined', ''],
			'Settings: Forge 3 in the settings (third.test) has an invalid address: trackers is "htps://todo".',
			'Forge forge.test (with a client ID)',
			...[`  identity: ${identity}`, `  lists: ${lists}`, `  repositories: ${repositories}`],
			...[`  trackers: ${trackers}`, '  hub: none', 'Forge •••.test', '  identity: none'],
			...['  lists: https://lists.other.test', '  repositories: none', '  trackers: none', '  hub: none'],
			...[
				'Forge third.test',
				'  identity: none',
				'  lists: none',
				'  repositories: none',
				'  trackers: none',
			],
			...['  hub: none', '', 'Account ~bob at forge.test: by token, scopes unknown, until unknown'],
			'Account ~ana at forge.test: by browser, scopes lists:read, until 2027-01-15T08:00:00.000Z, renewable',
			'Account ~carol at forge.test: ended (refused)',
		]);
		for (const [setting, value] of [
			...([
				['remote', 'wsl'],
				['in browser', true],
				['trusted', true],
			] as const),
			...([
				['http.proxy', 'http://ana:secret@proxy'],
				['http.proxySupport', 'on'],
			] as const),
		])
			setSetting(setting, value);
		assert.deepEqual((await copied()).slice(1, 5).toSpliced(1, 1), [
			...['Editor: Code 1.139.0 (desktop, in a browser, remote wsl)', 'Trusted workspace: yes'],
			'Proxy: set, proxySupport on, strictSSL undefined',
		]);
	});
});
