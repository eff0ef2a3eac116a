import { userReference } from '../model/references.ts';
import { type Person, person, personText } from '../model/words.ts';
import type { FactRow } from './snapshot-parts.ts';

const userNamed = (name: string): Person => person({ type: 'user', canonical_name: name, name: '' });

/** The signed-in user, by their name with the tilde. */
export const ownPerson = (me: string | undefined): Person =>
	me === undefined ? person(null) : userNamed(me);

/** A fact about a person. With `open`, their name is a link. */
export const personRow = (who: Person, open?: string): FactRow => ({
	people: [who],
	pieces: [open === undefined ? personText(who) : { link: who.name, open }],
});

/** A fact about a user, by their name with the tilde. */
export const userRow = (name: string): FactRow => personRow(userNamed(name), userReference(name));
