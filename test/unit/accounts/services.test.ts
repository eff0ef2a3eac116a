import assert from 'node:assert/strict';
import '../editor.ts';
import { openWindow } from '../signin/window.ts';

const { openAccountServices } = await import('../../../src/accounts/services.ts');
const { RedirectHandler } = await import('../../../src/accounts/redirect-handler.ts');

describe('The account services', () => {
	it('cancel the sign-ins that wait for the browser when the extension ends', () => {
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
		const asked: string[] = [];
		const waiting = (name: string) => ({
			show: () => asked.push(`show ${name}`),
			cancel: () => asked.push(`cancel ${name}`),
		});
		services.pendingSignIns.add(waiting('first'));
		services.pendingSignIns.add(waiting('second'));
		services.pendingSignIns.show();
		services.dispose();
		assert.deepEqual(asked, ['show second', 'cancel first', 'cancel second']);
	});
});
