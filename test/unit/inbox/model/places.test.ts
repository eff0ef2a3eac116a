import assert from 'node:assert/strict';
import { idOfPlace, kindOfPlace, nameOfPlace, type Place } from '../../../../src/inbox/model/places.ts';
import { list, repository, ticketEvent, tracker } from '../events.ts';

describe('The place of an event', () => {
	it('is named by its owner and name', () => {
		assert.deepEqual([tracker, list, repository].map(nameOfPlace), [
			...['~ana/editor', '~ana/editor-devel', '~ana/editor'],
		]);
	});

	it('is read aloud with its kind, which the name does not say', () => {
		assert.deepEqual([tracker, list, repository].map(kindOfPlace), ['tracker', 'mailing list', 'repository']);
	});

	it('is id differently for each kind of place, name and account', () => {
		const places: readonly Place[] = [
			...[tracker, list, repository],
			{ account: 'session', owner: '~ana', list: 'editor' },
			{ ...tracker, account: 'other' },
			{ ...tracker, tracker: 'site' },
		];
		assert.equal(new Set(places.map(idOfPlace)).size, places.length);
	});

	it('is id the same for the tickets of a tracker', () => {
		assert.equal(idOfPlace(ticketEvent().item), idOfPlace(tracker));
	});
});
