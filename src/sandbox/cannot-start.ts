/** The forge cannot start. The message tells the user why, and what they can do. */
export class CannotStart extends Error {
	override readonly name = 'CannotStart';
}
