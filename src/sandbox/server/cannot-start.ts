/** The forge cannot start. The message tells the user why, and what they can do. */
export class CannotStart extends Error {
	override readonly name = 'CannotStart';
	/** Whether another forge uses the folder. */
	readonly isInUse: boolean;

	constructor(message: string, { isInUse = false }: { readonly isInUse?: boolean } = {}) {
		super(message);
		this.isInUse = isInUse;
	}
}
