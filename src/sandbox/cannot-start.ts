/** Why there can be no forge here; the message says it to a person, and what they can do. */
export class CannotStart extends Error {
	override readonly name = 'CannotStart';
}
