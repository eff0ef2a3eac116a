/** How the row of an event reads. Texts of other users in it are safe to show. */
export interface EventWords {
	/** The name of a codicon. */
	readonly icon: string;
	/** The label of the row, such as the number and title of a ticket: `#42 Undo history is lost`. */
	readonly label: string;
	/** For screen readers: `~bob commented on ticket 42`. */
	readonly spoken: string;
	/** What the row's description has after the age: `~bob commented`. */
	readonly details: string;
	/** The title of the ticket, series or thread, which screen readers read after `spoken`. */
	readonly title: string;
	/** What screen readers read after the title. */
	readonly spokenDetails?: readonly string[];
}

/** `~bob commented`, or `New comment` if the forge does not say who did it. */
export const withActor = (by: string, action: string, withoutActor: string): string =>
	by === '' ? withoutActor : `${by} ${action}`;
