import assert from 'node:assert/strict';
import '../../../../kit/window/editor.ts';

const { statusImage } = await import('../../../../../src/tickets/commands/find/status-image.ts');

describe('The image of a status', () => {
	it('has one color for dark and another for light themes, and is made once', () => {
		const image = statusImage({ icon: 'verified', tone: 'done' });
		const [light, dark] = [image.light, image.dark].map((uri) =>
			Buffer.from(String(uri).split(',')[1] ?? '', 'base64').toString(),
		);
		assert.match(light ?? '', /stroke="#652d90"/);
		assert.match(dark ?? '', /stroke="#b180d7"/);
		assert.equal(statusImage({ icon: 'verified', tone: 'done' }), image);
		assert.notEqual(statusImage({ icon: 'verified', tone: 'warn' }), image);
	});
});
