import assert from 'node:assert/strict';
import type { Child, VirtualElement } from '../../../media/kit/draw.ts';

const blocks =
	/^(?:article|aside|blockquote|dd|details|div|dt|h\d|header|li|main|ol|p|pre|section|summary|tr|ul)$/;
const states = ['checked', 'busy', 'disabled', 'expanded', 'invalid', 'pressed'];

function textOf({ tag, attributes, children }: VirtualElement): string {
	const { 'data-icon': icon, 'aria-label': label, class: classes, html, placeholder } = attributes;
	if (icon) return `$(${[icon, ...(/(?<=\bis-)\w+/.exec(`${classes}`) ?? [])].join(' ')})`;
	if (tag === 'rect') return `(${attributes.width})`;
	const inState = states.filter((state) => `${attributes[`aria-${state}`]}` === 'true');
	const mixed = attributes['aria-checked'] === 'mixed' && 'mixed';
	const all = [label ?? placeholder, ...inState, mixed, attributes.hidden && 'hidden'].filter(Boolean);
	const hasTipAtEnd = /\btip-end\b/.test(`${classes}`);
	const name = `${all.join(', ')}${hasTipAtEnd ? ' ◂' : ''}`.trim();
	const named = name === '' ? '' : `[${name}]`;
	const quoted = tag === 'blockquote' && '>'.repeat(Number(attributes['data-level']));
	const text = [named, quoted, html && `html(${html})`, drawnText(...children)].filter(Boolean).join(' ');
	if (blocks.test(tag)) return `\n${text}\n`;
	if (tag === 'a') return `<${text}>`;
	return tag === 'td' ? `${text} |` : text;
}

/** The text of drawn elements, with each block on a line. Icons, names and states of controls are in brackets, ◂ for a tooltip that opens to the left. */
function drawnText(...children: readonly Child[]): string {
	const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
	return shown.reduce<string>((before, child, nth) => {
		const isBetween = nth > 0 && typeof child !== 'string' && typeof shown[nth - 1] !== 'string';
		return `${before}${isBetween ? ' ' : ''}${typeof child === 'string' ? child : textOf(child)}`;
	}, '');
}

const linesOf = (text: string) =>
	text
		.split('\n')
		.map((line) => line.trim().replace(/\s+/g, ' '))
		.filter((line) => line !== '');

/** Checks what a reader sees of drawn elements: a template with the lines, whatever space is around them. */
export const isDrawn =
	(child: Child | readonly Child[]) =>
	([text = '']: TemplateStringsArray): void =>
		assert.deepEqual(linesOf(drawnText(...[child].flat())), linesOf(text));

/** Lets the tests of a `describe` draw elements without a page. */
export function drawWithoutPage(): void {
	before(() => Object.assign(globalThis, { document: { body: { dataset: {} } } }));
	after(() => Reflect.deleteProperty(globalThis, 'document'));
}
