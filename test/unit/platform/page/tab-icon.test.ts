import assert from 'node:assert/strict';
import { type TabIcon, tabIconAddress } from '../../../../src/platform/page/tab-icon.ts';

const done: TabIcon = { icon: 'pass', tone: 'good', hasDraft: false };
const pictureOf = (address: string): string => Buffer.from(address.split(',')[1] ?? '', 'base64').toString();

describe('The icon in the tab of a page', () => {
	it('is a picture that an address can contain', () => {
		const address = tabIconAddress(done, 'dark');
		assert.match(address, /^data:image\/svg\+xml;base64,[\w+/=]+$/);
		assert.match(pictureOf(address), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/);
	});

	it('differs by shape, color, theme and draft', () => {
		const all = [
			tabIconAddress(done, 'dark'),
			tabIconAddress(done, 'light'),
			tabIconAddress({ ...done, icon: 'circle-slash' }, 'dark'),
			tabIconAddress({ ...done, tone: 'idle' }, 'dark'),
			tabIconAddress({ ...done, hasDraft: true }, 'dark'),
		];
		assert.equal(new Set(all).size, all.length);
	});
});
