<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>manju::ui::EpisodeList</name>
    <message numerus="yes">
        <source>%n episode(s)</source>
        <translation>
            <numerusform>%n episode</numerusform>
            <numerusform>%n episodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>manju::ui::ProjectSession</name>
    <message numerus="yes">
        <source>%n episode(s) had been imported before; shown again.</source>
        <translation>
            <numerusform>%n episode had been imported before; shown again.</numerusform>
            <numerusform>%n episodes had been imported before; shown again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n episode(s) imported as draft.</source>
        <translation>
            <numerusform>%n episode imported as draft.</numerusform>
            <numerusform>%n episodes imported as draft.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more had been imported before.</source>
        <translation>
            <numerusform>%n more had been imported before.</numerusform>
            <numerusform>%n more had been imported before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>manju::ui::StatusStrip</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n running</numerusform>
            <numerusform>%n running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation>
            <numerusform>%n needs you</numerusform>
            <numerusform>%n need you</numerusform>
        </translation>
    </message>
</context>
</TS>
