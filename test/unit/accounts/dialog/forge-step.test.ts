import assert from 'node:assert/strict';
import { FakeSettings } from './forge-setups.ts';
import { latestBox } from './sign-in-window.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { chooseForge } = await import('../../../../src/accounts/dialog/forge-step.ts');

describe('The choice of the forge', () => {
	function open() {
		const settings = new FakeSettings();
		settings.configured = [{ name: 'a.test', lists: 'https://lists.a.test' }];
		const answer = chooseForge(new Wizard(), settings);
		return { answer, settings, labels: () => latestBox().items.map(({ label }) => label) };
	}

	it('offers the forges in the settings and the sample, and a domain that the user types', async () => {
		const { answer, labels } = open();
		assert.deepEqual(labels(), ['$(server) a.test', 'No account needed', '$(beaker) Sample forge']);
		latestBox().type('b.test');
		assert.equal(labels()[1], '$(search) Look for a forge at');
		latestBox().choose('Look for');
		assert.deepEqual(await answer, { kind: 'typed', text: 'b.test' });
	});

	it('does not start the sample forge if what was typed is no domain', async () => {
		const { answer, labels } = open();
		latestBox().type('my forge');
		assert.equal(labels()[1], '$(info) This is no domain');
		const sample = latestBox().items.find(({ label }) => label.includes('Sample'));
		assert.equal(Object(sample).alwaysShow, false);
		latestBox().choose('This is no domain');
		assert.equal(latestBox().isShown, true);
		latestBox().hide();
		assert.equal(await answer, 'left');
	});

	it('keeps what the user typed, and the active row, when the settings change', async () => {
		const { answer, settings, labels } = open();
		latestBox().type('tes');
		latestBox().activeItems = latestBox().items.slice(0, 1);
		settings.change({ name: 'new.test' }, ...settings.configured);
		assert.deepEqual(labels().slice(0, 2), ['$(server) new.test', '$(server) a.test']);
		assert.deepEqual(
			[latestBox().value, latestBox().activeItems.map(({ label }) => label), latestBox().isShown],
			['tes', ['$(server) a.test'], true],
		);
		settings.change();
		assert.equal(latestBox().isShown, true);
		latestBox().choose('Sample');
		assert.deepEqual(await answer, { kind: 'sample' });
	});
});
