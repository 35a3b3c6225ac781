//! Which characters names and chat messages may have, after the Unicode recommendations for security (UTS #39).

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};
use unicode_script::{Script, UnicodeScript as _};
use unicode_segmentation::UnicodeSegmentation as _;

/// Maximum number of marks on one letter. No language needs more, and more of them cover the lines above and below.
const MAX_MARKS: usize = 4;
/// The flag before the tag characters that select a region, as in the flag of Scotland.
const REGION_FLAG: char = '\u{1f3f4}';
const END_TAG: char = '\u{e007f}';

/// Returns the number of characters as readers count them: a letter and its marks are one, and so is a composed emoji.
pub(crate) fn count_characters(text: &str) -> usize {
    text.graphemes(true).count()
}

/// Returns true if a text has at least one visible letter, number or sign.
pub(crate) fn has_visible_character(text: &str) -> bool {
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    let is_visible = |character: char| {
        matches!(character.general_category_group(), Letter | Number | Punctuation | Symbol)
    };
    text.chars().any(|character| is_visible(character) && !is_blank(character))
}

/// Returns true if a text has characters without a glyph of their own. Joiners are allowed, because scripts and emoji need them,
/// and so are the tags of flags.
pub(crate) fn has_hidden_characters(text: &str) -> bool {
    text.graphemes(true).any(|grapheme| {
        let is_flag = grapheme.starts_with(REGION_FLAG) && grapheme.ends_with(END_TAG);
        grapheme.chars().any(|character| is_hidden(character) && !(is_flag && is_tag(character)))
    })
}

/// Returns true if a letter has more marks than any language needs, or the same mark twice in a row.
pub(crate) fn has_stacked_marks(text: &str) -> bool {
    let mut marks = Vec::new();
    for character in text.chars() {
        match character.general_category() {
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => {
                if marks.last() == Some(&character) || marks.len() == MAX_MARKS {
                    return true;
                }
                marks.push(character);
            }
            _ => marks.clear(),
        }
    }
    false
}

/// Returns true if the letters are of scripts that look alike and do not belong together, such as Latin and Cyrillic.
pub(crate) fn mixes_scripts(text: &str) -> bool {
    let mut scripts: Vec<Script> = Vec::new();
    for script in text.chars().map(|character| writing_system(character.script())) {
        if !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
            && !scripts.contains(&script)
        {
            scripts.push(script);
        }
    }
    let has = |script| scripts.contains(&script);
    match scripts.len() {
        0 | 1 => false,
        // A Latin name beside one in the own script.
        2 => !has(Script::Latin) || has(Script::Cyrillic) || has(Script::Greek),
        _ => true,
    }
}

/// Returns one script for all that are written together in Chinese, Japanese and Korean.
fn writing_system(script: Script) -> Script {
    match script {
        Script::Hiragana | Script::Katakana | Script::Bopomofo | Script::Hangul => Script::Han,
        script => script,
    }
}

fn is_hidden(character: char) -> bool {
    let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
    let category = character.general_category();
    is_blank(character)
        || (category == GeneralCategory::Format && !is_joiner)
        || category == GeneralCategory::PrivateUse
}

fn is_tag(character: char) -> bool {
    matches!(character, '\u{e0020}'..=END_TAG)
}

/// Returns true for letters, marks and symbols by category that are blank.
fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{13441}'
            | '\u{13442}'
            | '\u{16fe4}'
            | '\u{1d159}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composed_characters_count_once() {
        assert_eq!(count_characters("नेहा"), 2);
        assert_eq!(count_characters("👩‍🍳e\u{301}"), 2);
    }

    #[test]
    fn tags_are_allowed_in_flags_only() {
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        assert!(!has_hidden_characters(scotland));
        for text in ["Ann\u{e0041}", "\u{1f3f4}\u{e0067}", "\u{e0001}\u{e0041}\u{e007f}"] {
            assert!(has_hidden_characters(text), "{text:?}");
        }
    }

    #[test]
    fn blanks_are_hidden() {
        for blank in ["\u{1d159}", "\u{13441}", "\u{17b4}", "\u{2800}"] {
            assert!(has_hidden_characters(blank) && !has_visible_character(blank), "{blank:?}");
        }
    }

    #[test]
    fn marks_are_limited() {
        for text in ["नेहा", "Việt", "שָׁלוֹם", "1\u{fe0f}\u{20e3}"] {
            assert!(!has_stacked_marks(text), "{text}");
        }
        assert!(has_stacked_marks("e\u{301}\u{301}"), "twice the same");
        assert!(has_stacked_marks("e\u{300}\u{301}\u{302}\u{303}\u{304}"), "more than four");
    }

    #[test]
    fn scripts_that_look_alike_are_not_mixed() {
        for text in ["Ann", "Анна", "李 Anna", "ひらカナ漢字", "नेहा Neha", "Ζωή 7!", "😀"]
        {
            assert!(!mixes_scripts(text), "{text}");
        }
        for text in ["\u{410}nn", "Ann\u{3b1}", "Анна नेहा", "a\u{5d0}\u{915}"] {
            assert!(mixes_scripts(text), "{text}");
        }
    }
}
