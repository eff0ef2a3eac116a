import { visible } from '../../base/text/invisible-characters.ts';

/**
 * Escapes untrusted text for quick picks and the status bar, where VS Code renders `$(bug)` as an icon unless a backslash precedes it.
 */
export const escapeIcons = (text: string): string =>
	visible(text).replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, (icon) => `\\${icon}`);

/** Escapes text for a VS Code message, where `[words](address)` becomes a link that can run a command. */
export const escapeLinks = (text: string): string => visible(text).replaceAll('](', '] (');

/** Escapes text for the line below an input box, where VS Code renders links and icons. */
export const escapeMarkup = (text: string): string => escapeLinks(escapeIcons(text));
