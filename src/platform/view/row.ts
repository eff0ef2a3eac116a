import { visible } from '../model/markdown/invisible-characters.ts';

/** One line of a view, as plain data. */
export interface Row {
	/** The same for the same thing at every moment, and in its view for no other. */
	readonly id: string;
	readonly label: string;
	readonly description?: string | undefined;
	/** Plain text, or Markdown in which nothing runs and nothing is fetched, made when somebody points there. */
	readonly tooltip?: string | { readonly markdown: () => string } | undefined;
	/** The name of a codicon, and the colour that it has. */
	readonly icon?: string;
	readonly color?: string | undefined;
	/** What is read aloud instead of label and description. */
	readonly said?: string;
	/** What menus are chosen by. */
	readonly context?: string;
	/** A letter or two at the end of the row, with what they mean. */
	readonly badge?: { readonly letters: string; readonly words: string } | undefined;
	/** What a click does. */
	readonly command?: { readonly id: string; readonly title: string; readonly arguments?: readonly unknown[] };
	/** Rows below it, asked for when it is opened. */
	readonly children?: () => Promise<readonly Row[]> | readonly Row[];
	readonly isOpen?: boolean;
	/** The row as it is now: what is shown may be older. */
	readonly now?: () => Row;
	/** What its tooltip is made of: other values make it another row. */
	readonly madeOf?: readonly unknown[];
	/** What commands on this row are about. */
	readonly about?: unknown;
}

/**
 * What a screen reader says of a row. Words of others may hold characters that cannot be seen or change the order of the
 * text: they are named.
 */
export const spokenText = ({
	said,
	label,
	description,
}: Pick<Row, 'said' | 'label' | 'description'>): string =>
	visible(said ?? [label, description].filter(Boolean).join(', '));

const colors: Readonly<Record<string, string>> = {
	warning: 'list.warningForeground',
	error: 'list.errorForeground',
};

/** Something to say in the place where rows would be. */
export const notice = (id: string, icon: string, label: string, more: Partial<Row> = {}): Row => ({
	id: `notice/${id}`,
	icon,
	color: colors[icon],
	label,
	tooltip: label,
	...more,
});
