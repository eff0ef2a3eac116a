import assert from 'node:assert/strict';
import { made } from '../../kit/window/editor.ts';
import { openWindow } from '../../kit/window/sign-in-window.ts';
import { until } from '../../tools/until.ts';

const { openAccounts } = await import('../../../src/accounts/index.ts');
const { RedirectHandler } = await import('../../../src/accounts/forges/redirect-handler.ts');

describe('The accounts of a window', () => {
	it('cancel the sign-in that is open when the extension ends', async () => {
		const { place, registry, secrets, log } = openWindow();
		const context = {
			extension: { packageJSON: { version: '1.2.3' } },
			globalStorageUri: { fsPath: place },
		};
		const services = openAccounts({
			...{ context: context as never, registry, secrets, log },
			redirectHandler: new RedirectHandler(),
			sample: {} as never,
			didAddAccount: () => {},
		});
		const session = services.signIn();
		const box = made.boxes.at(-1) ?? assert.fail();
		assert.equal(box.isShown, true);
		services.dispose();
		assert.equal(await session, undefined);
		await until(() => !box.isShown);
	});
});
