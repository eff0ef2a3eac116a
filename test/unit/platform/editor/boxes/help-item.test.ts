import assert from 'node:assert/strict';
import { helpItem } from '../../../../../src/platform/editor/boxes/help-item.ts';

describe('An item that helps with a query', () => {
	it('shows words that match the query in the description, and no icons of the forge', () => {
		const completion = { kind: 'completion', text: 'label:x', note: 'has this label' } as const;
		const alwaysShow = true;
		assert.deepEqual(helpItem({ ...completion, what: 'value', label: '$(x)' }), {
			...{ label: '\\$(x)', description: 'has this label', alwaysShow },
		});
		assert.deepEqual(helpItem({ ...completion, what: 'key', label: 'label:' }), {
			...{ label: '$(symbol-key)', description: 'label: · has this label', alwaysShow },
		});
		assert.deepEqual(helpItem({ kind: 'problem', label: 'Unknown label $(x).' }), {
			...{ label: '$(warning)', description: 'Unknown label \\$(x).', alwaysShow },
		});
	});
});
