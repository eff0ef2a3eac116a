import assert from 'node:assert/strict';
import { describeEvent } from '../../../../src/inbox/model/describe-event.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { listEvent, repositoryEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-04T05:38:07Z');
const describeFor = (event: ForgeEvent, seenAt?: number) =>
	describeEvent({ event, addedAt: now, seenAt }, { me: '~ana', now });

describe('The row of an event', () => {
	it('has what happened, the age and the title, and is blue while it is unseen', () => {
		assert.deepEqual(describeFor(ticketEvent()), {
			icon: 'comment',
			label: '#42 ~bob commented',
			description: '32m · Undo history is lost',
			color: 'charts.blue',
			spokenLabel: '~bob commented on ticket 42, Undo history is lost, ~ana/editor, 32 minutes ago, unseen',
		});
	});

	it('is plain when it was seen', () => {
		const { color, spokenLabel } = describeFor(ticketEvent(), now);
		assert.equal(color, undefined);
		assert.equal(
			spokenLabel,
			'~bob commented on ticket 42, Undo history is lost, ~ana/editor, 32 minutes ago',
		);
	});

	it('is read aloud with the version and patches of a patchset', () => {
		const patchset = listEvent({ kind: 'patchset', version: 3, patchCount: 1 });
		const { description, spokenLabel } = describeFor(patchset);
		assert.equal(description, '32m · Bob Ellis, 1 patch');
		assert.equal(
			spokenLabel,
			'Bob Ellis sent a patchset, Keep undo history across reloads, version 3, 1 patch, ~ana/editor-devel, 32 minutes ago, unseen',
		);
	});

	it('has the words of a repository', () => {
		assert.equal(describeFor(repositoryEvent()).label, '~bob pushed to master');
	});

	it('has only what is known', () => {
		const { description, spokenLabel } = describeFor(ticketEvent({ at: '', title: '' }));
		assert.equal(description, '');
		assert.equal(spokenLabel, '~bob commented on ticket 42, ~ana/editor, unseen');
	});
});
