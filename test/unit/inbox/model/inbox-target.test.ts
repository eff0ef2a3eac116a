import assert from 'node:assert/strict';
import { eventId, targetOfEvent, targetOfPlace } from '../../../../src/inbox/model/inbox-target.ts';
import { list, ticketEvent, tracker } from '../events.ts';

describe('The target of a row of the inbox', () => {
	it('tells apart the same event in two accounts, and places with the same name', () => {
		const event = ticketEvent();
		const other = ticketEvent({ place: { ...tracker, account: 'other' } });
		assert.notEqual(eventId(event), eventId(other));
		assert.notDeepEqual(targetOfEvent(event), targetOfEvent(other));
		assert.notDeepEqual(targetOfPlace(tracker), targetOfPlace({ ...list, list: tracker.tracker }));
	});
});
