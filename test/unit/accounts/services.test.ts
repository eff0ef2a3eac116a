import assert from 'node:assert/strict';
import { made } from '../editor.ts';
import { openWindow } from '../signin/window.ts';

const { openAccountServices } = await import('../../../src/accounts/services.ts');
const { RedirectHandler } = await import('../../../src/accounts/forges/redirect-handler.ts');

describe('The account services', () => {
	it('cancel the sign-in that is open when the extension ends', async () => {
		const { place, registry, secrets, log } = openWindow();
		const context = {
			extension: { packageJSON: { version: '1.2.3' } },
			globalStorageUri: { fsPath: place },
		};
		const services = openAccountServices({
			...{ context: context as never, registry, secrets, log },
			redirectHandler: new RedirectHandler(),
			trySample: async () => undefined,
		});
		const session = services.signIn();
		const box = made.boxes.at(-1) ?? assert.fail();
		assert.equal(box.isShown, true);
		services.dispose();
		assert.deepEqual([await session, box.isShown], [undefined, false]);
	});
});
