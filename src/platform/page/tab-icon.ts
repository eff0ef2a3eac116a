import type { Icon } from '../model/icon.ts';
import type { Tone } from './snapshot-parts.ts';

/** What the icon in the tab of a page shows. */
export interface TabIcon {
	readonly icon: Icon;
	readonly tone: Tone;
	/** Whether the page has text that was not sent. */
	readonly hasDraft: boolean;
}

/** The colors of the default themes. An icon in a tab cannot follow the theme. */
const colors: Readonly<Record<'dark' | 'light', Readonly<Record<Tone, string>>>> = {
	dark: {
		good: '#89d185',
		bad: '#f14c4c',
		warn: '#cca700',
		info: '#3794ff',
		done: '#b180d7',
		idle: '#9d9d9d',
	},
	light: {
		good: '#388a34',
		bad: '#e51400',
		warn: '#996f00',
		info: '#1a85ff',
		done: '#652d90',
		idle: '#5f5f5f',
	},
};

/** The circles of icons that do not have the plain `circle`. */
const circles: Partial<Readonly<Record<Icon, string>>> = {
	verified: '<circle cx="8" cy="8" r="6.4" stroke-dasharray="2.4 1.2"/>',
	clock: '<path d="M2.1 5.4A6.4 6.4 0 1 1 1.6 8.4M1.9 2.2v3.4h3.4M8 4.6V8h2.6"/>',
};
const circle = '<circle cx="8" cy="8" r="6.4"/>';
const dot = '<circle cx="8" cy="8" r=".9"/>';
/** What is inside the circle. At the size of a tab, codicons are too fine to be distinguished. */
const signs: Partial<Readonly<Record<Icon, string>>> = {
	verified: '<path d="M5.2 8.2 7.2 10.2 10.9 6"/>',
	'play-circle': '<path d="M6.6 5.4 10.8 8l-4.2 2.6z"/>',
	pass: '<path d="M5.2 8.2 7.2 10.2 10.9 6"/>',
	'git-pull-request': '<path d="M8 4.4v4.4M5.8 6.6h4.4M5.8 11.2h4.4"/>',
	'git-pull-request-go-to-changes': '<path d="M8 4.6v4.2M8 11.2v.1"/>',
	'git-merge': '<path d="M8 4.6v6M5.6 8.4 8 10.8l2.4-2.4"/>',
	'git-pull-request-closed': '<path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4"/>',
	'git-pull-request-draft': '<path d="M5.4 8h5.2"/>',
	'circle-slash': '<path d="M3.6 12.4 12.4 3.6"/>',
	mail: '<path d="M4.5 5.7h7v4.8h-7zM4.6 6 8 8.6 11.4 6"/>',
	question: '<path d="M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.4v.1"/>',
};

/** A `data:` address of the icon for dark or light themes. */
export function tabIconAddress({ icon, tone, hasDraft }: TabIcon, theme: 'dark' | 'light'): string {
	const color = colors[theme][tone];
	const mark = hasDraft ? `<circle cx="13" cy="13" r="3" fill="${colors[theme].warn}" stroke="none"/>` : '';
	const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${color}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">${circles[icon] ?? circle}${signs[icon] ?? (icon in circles ? '' : dot)}${mark}</svg>`;
	// VS Code does not escape the address. Only base64 survives that.
	return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
}
