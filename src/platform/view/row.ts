import { timeOfDay } from '../../base/clock.ts';
import { visible } from '../../base/text/invisible-characters.ts';

interface RowHover {
	readonly markdown: () => string;
	/** More Markdown below, which may need a request. Empty if there is none until `signal` aborts. */
	readonly more?: (signal: AbortSignal) => Promise<string>;
}

/** A row of a tree view, as plain data. */
export interface Row {
	/** Stable, and unique in its view. */
	readonly id: string;
	readonly label: string;
	readonly description?: string | undefined;
	/** Plain text, or Markdown in which nothing runs and nothing is fetched, created when the user hovers over the row. */
	readonly tooltip?: string | RowHover | undefined;
	/** The name of a codicon. `color` is the id of its theme color. */
	readonly icon?: string;
	readonly color?: string | undefined;
	/** The text for screen readers, instead of label and description. */
	readonly spokenLabel?: string;
	/** The context value for menus. */
	readonly context?: string;
	/** One or two letters at the end of the row, and their meaning. */
	readonly badge?: { readonly letters: string; readonly tooltip: string } | undefined;
	/** The file that the row shows. With the icons `file` and `folder`, VS Code shows the icon for its name. */
	readonly file?: { readonly scheme: string; readonly authority: string; readonly path: string };
	/** Whether a click opens the file, as in the Explorer. */
	readonly opensFile?: boolean;
	/** The command that a click runs. */
	readonly command?: { readonly id: string; readonly title: string; readonly arguments?: readonly unknown[] };
	/** The child rows, requested when the row is expanded. */
	readonly children?: () => Promise<readonly Row[]> | readonly Row[];
	/** Called when the user expands the row. */
	readonly didExpand?: () => void;
	/** Whether the row is expanded until the user collapses it. */
	readonly isOpen?: boolean;
	/**
	 * Whether the items below keep their order while the user sees them. New ones come first or last. They are sorted when the user shows the
	 * view, expands the row or refreshes.
	 */
	readonly keepsOrder?: boolean | undefined;
	/** Returns the current version of the row: the displayed one may be older. */
	readonly current?: () => Row;
	/** Returns the row with its ages as of now, from what is known. Only rows with ages have this. */
	readonly asOfNow?: () => Row;
	/** The values that the tooltip is made from. If they differ, the row has changed. */
	readonly tooltipInputs?: readonly unknown[];
	/** What commands on this row are about. Each feature defines its kinds. */
	readonly about?: { readonly kind: string; readonly [part: string]: unknown };
}

/**
 * The text that a screen reader reads for a row. Invisible characters in it, and those that change the reading order, are replaced with
 * their names.
 */
export const spokenText = ({ spokenLabel, label, description }: Row): string =>
	visible(spokenLabel ?? [label, description].filter(Boolean).join(', '));

/** A row with ages, which `rowAt` creates for a point in time. */
export const agingRow = (rowAt: (now: number) => Row): Row => ({
	...rowAt(timeOfDay()),
	asOfNow: () => agingRow(rowAt),
});

const colors: Readonly<Record<string, string>> = {
	warning: 'list.warningForeground',
	error: 'list.errorForeground',
};

/** A row with a message, in place of other rows. */
export const noticeRow = (id: string, icon: string, label: string, more: Partial<Row> = {}): Row => ({
	id: `notice/${id}`,
	icon,
	color: colors[icon],
	label,
	tooltip: label,
	...more,
});
