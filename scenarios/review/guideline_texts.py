"""The guidelines that every review begins with, by kind of subject; a lead edits them into later versions.

Written in Markdown (``review.light_markup``): headings, lists, paragraphs, ``code``.
"""

from __future__ import annotations

RECORD = """\
# Does the record say exactly this?

A record is a short text with a date. Behind it stand *actions*: what it states, as data. You check that \
the \
text says all of them and nothing else. Read the record first, then the choices.

## First: which list does it state?

- Pick the list in which every action is stated by the record, word for word or in plain other words.
- Two of the three differ from the truth in one place only: a name, a number, a date, one action more or \
less.
- Pick none of them if no list fits, also when you would have to guess.
- Dates count. "Until further notice" is not a date; "from 3 May" is.

## Then: what is wrong with the words?

- Says more: it states a fact that stands in no action. A greeting or a reason is not a fact.
- States a conclusion: it says what should be worked out from several records, such as a total or "so \
she is eligible".
- Real name: a person, company or place that a reader may know from the world.
- Poor English: you had to read a sentence twice, or its dates contradict each other.

Mark the words that you mean, and say in a few words why.

## When you enter the actions yourself

- Enter only what the text states. What you infer stays out.
- Take names as they are written in the text: select them.
- A text that states nothing has its own answer.
- What is shown afterwards does not change what you entered; judge each action by the text again.

## Examples

- "Vera moves the Grus trip to Corby." states `dest(Grus) = Corby` as a revision. It does not say where \
the trip went before.
- "That makes three trips this year for Vera." states a conclusion.
- "The list is complete: Grus, Anser." states two members, and that there are no others.

## Keys

- The key of each answer stands beside it; `?` lists them all.
- `Enter` submits, `s` skips, `f` flags for the lead, `z` takes back, `g` opens this page.
- Skip what you cannot judge. Flag what nobody could.
"""

QUESTION = """\
# Can the question be answered as stated?

You see a question, the moment it is asked for, and the kind of answer. Later come the records that should \
settle it, and at last the answer that we hold for right.

## Before the records

- Whom or what does the question mean? A description such as "the trip that leaves first" means one \
thing only.
- What is asked: a value, a count, the largest, the earliest, an earlier state?

## From the records alone

- Answer from these records and from nothing else. What you know of the world does not count.
- Later records replace earlier ones about the same thing. A record that arrives late may speak of an \
earlier time.
- "Cannot be determined" is an answer: give it where a value or a complete list is missing, and say which.
- Zero and none are answers too, if the list is said to be complete.

## After the truth is shown

- Unambiguous: no second reading of the question would lead to another answer.
- Right: the shown answer follows from the records. If a step is wrong, complain about that step and say \
why.
- Bait: words of the question stand only in records that do not matter.

What you answered before stays as it was. Do not copy the shown answer: where people differ is what we \
look for.

## Examples

- "How many trips does Vera have?" with two trips and no word that these are all: cannot be determined, \
the list is not complete.
- "Where does Grus go?" with Ash in March and Corby in May, asked for April: Ash.

## Keys

- The key of each answer stands beside it; `?` lists them all.
- `Enter` submits a step, `s` skips, `f` flags, `z` takes back, `g` opens this page.
"""

COMPLAINT = """\
# Is this step of the derivation wrong?

Somebody says that one step by which an answer was derived is wrong. You see the step, what it was made \
of, \
the records beneath it, and the complaint.

## What to check

- The value of the step must follow from its inputs and from nothing else.
- An input may be wrong although the step is right. Then the complaint is about that input, not about \
this step.
- A newer record replaces an older one about the same thing; see that the step uses the one in force.
- A list counts as complete only if a record says so and nothing was added since.

## Your answer

- The complaint holds if the value should be another one. Say which, and from which records.
- It does not hold if you arrive at the same value. Say in a sentence how.

## Keys

- The key of each answer stands beside it; `?` lists them all.
- `Enter` submits, `s` skips, `f` flags, `z` takes back, `g` opens this page.
"""

ANNOTATION = """\
# Attach actions to your own text

For each record write down what it states, as actions of the schema. Answers are derived from the actions, \
never from the words; so whatever is missing here is missing everywhere.

## What to write

- One action for each statement: a value, a member of a list, a list that is complete, a rule, a \
cancellation.
- Use one name for one thing in all records. The field completes names that were used before.
- Give "as of" only where the text speaks of an earlier time than its own date.
- A record that states nothing of the schema gets no action.

## What to leave out

- Conclusions. "So she may travel" is derived, not stated.
- What is only planned, asked or doubted, unless the schema has a predicate for it.

## Examples

- "The list is complete: Grus and Anser." is `complete(trip, Vera)` with both as members.
- "Forget the trip to Ash." is `cancel dest(Grus)`.
"""

DEFAULTS: dict[str, str] = {
    "record": RECORD,
    "question": QUESTION,
    "complaint": COMPLAINT,
    "annotation": ANNOTATION,
}
"""Text by the slug of a subject; ``annotation`` is for those who attach actions to texts of their own."""

PLAIN = """\
# How to judge

Read the subject as it stands. Answer each question for itself, from what is shown and nothing else. \
Skip what you cannot judge, flag what nobody could, and say in a few words why.
"""
"""For a kind of subject that has no text of its own yet."""
