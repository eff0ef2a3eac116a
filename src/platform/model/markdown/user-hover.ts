import type { ShownUser } from '../user-card.ts';
import { escapeMarkdown } from './hover.ts';

const longestBio = 240;

/** What is known about a user, as Markdown for a hover. The only link is that to the user's own web page, and its text is its address. */
export function userHover({ user, name, bio, location, link }: ShownUser): string {
	const characters = [...bio];
	const shownBio = characters.length > longestBio ? `${characters.slice(0, longestBio).join('')}…` : bio;
	return [
		name === '' ? `**${escapeMarkdown(user)}**` : `**${escapeMarkdown(name)}** ${escapeMarkdown(user)}`,
		shownBio
			.split('\n')
			.filter((line) => line.trim() !== '')
			.map(escapeMarkdown)
			.join('<br>'),
		escapeMarkdown(location),
		link ? `[${escapeMarkdown(link.text)}](<${destination(link.open)}>)` : '',
	]
		.filter(Boolean)
		.join('\n\n');
}

/** Escapes an address for a Markdown link. In a normalized address, only these characters could have another meaning. */
const destination = (address: string): string =>
	address.replace(/[\\<>$`|]/g, encodeURIComponent).replaceAll('&', '&amp;');
